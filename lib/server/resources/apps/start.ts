import { maxMessagesDefault } from "@/lib/constants/limits";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import { type AppRow, getApp } from "./queries";

/** Returns the app to start a session of. Throws AppError. */
export async function getStartableApp(db: Reader, viewer: Viewer, id: string) {
  return toStartable(await getApp(db, viewer, id));
}

/** The fields that a session copies from its app. Throws 409 when there is nothing to run. */
export function toStartable(app: AppRow) {
  if (app.type === "process" && app.taskIds.length === 0)
    throw new AppError("conflict", "This app no longer has tasks. Add one in the app.");
  if (app.type === "chat" && !app.agentId)
    throw new AppError("conflict", "This app no longer has an agent. Choose one in the app.");
  const { name, type, sharingConfig, agentId, chatConfig } = app;
  return {
    appId: app.id,
    appName: name,
    appType: type,
    sharingConfig,
    agentId,
    maxMessages: chatConfig?.maxMessages ?? maxMessagesDefault,
  };
}
