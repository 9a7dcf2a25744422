import { eq, sql } from "drizzle-orm";
import { getRetention } from "../../access/teams/service";
import type { Viewer } from "../../access/visibility/visible";
import { deleteSession } from "../../engine/runs/sessions";
import { afterCommit } from "../../platform/db/after-commit";
import type { Reader, Tx } from "../../platform/db/client";
import { sessionEvents, sessionFiles } from "../../platform/db/tables/sessions";
import { removeFiles } from "../../platform/storage/remove-files";
import { moveToTrash } from "../trash/service";
import { listFiles } from "./queries";
import { lockSession } from "./service";

const dayMs = 86_400_000;

/** The size of a session's files, and the date of its oldest event. */
async function measure(db: Reader, sessionId: string) {
  const [events] = await db
    .select({
      bytes: sql<number>`coalesce(sum((${sessionEvents.body}->>'shelvedChars')::bigint), 0)::float8`,
      oldestEvent: sql`min(${sessionEvents.at})`.mapWith(sessionEvents.at),
    })
    .from(sessionEvents)
    .where(eq(sessionEvents.sessionId, sessionId));
  const [files] = await db
    .select({ bytes: sql<number>`coalesce(sum(${sessionFiles.size}), 0)::float8` })
    .from(sessionFiles)
    .where(eq(sessionFiles.sessionId, sessionId));
  return { bytes: (events?.bytes ?? 0) + (files?.bytes ?? 0), oldestEvent: events?.oldestEvent ?? null };
}

/** Deletes a session whose runs are canceled. Tests are deleted permanently, others are moved to the trash. */
export async function removeSession(tx: Tx, caller: Viewer, id: string): Promise<{ trashId?: string }> {
  const session = await lockSession(tx, caller, id);
  if (session.test) {
    const files = await listFiles(tx, id);
    await deleteSession(tx, session);
    afterCommit(tx, () => removeFiles(files));
    return {};
  }
  const { bytes, oldestEvent } = await measure(tx, id);
  const { own, server } = await getRetention(tx, session.teamId);
  const days = own ?? server;
  const until = oldestEvent && days > 0 ? new Date(oldestEvent.getTime() + days * dayMs) : undefined;
  const extent = { bytes, oldestEvent, until, dateStarted: session.dateCreated };
  return { trashId: await moveToTrash(tx, caller, "session", session, extent) };
}
