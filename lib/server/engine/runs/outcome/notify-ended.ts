import { escapeMarkdown, notify } from "../../../access/notifications/service";
import type { Tx } from "../../../platform/db/client";
import type { sessions } from "../../../platform/db/tables/sessions";
import type { RunRow } from "../lease/lease";
import { isWatched } from "../log/watchers";

export type NotifiedSession = Pick<
  typeof sessions.$inferSelect,
  "id" | "name" | "appName" | "trigger" | "shareId" | "visitorId" | "createdBy" | "sharingConfig" | "test"
>;

export interface Outcome {
  status: RunRow["status"];
  reason: string | null;
  /** What it waits for. */
  asks?: "budget" | "form" | "approval" | undefined;
}

/** Undefined when no notification is needed, such as for the account that cancelled the run. */
export function buildOutcomeNotice(name: string, { status, reason, asks }: Outcome) {
  const why = escapeMarkdown(reason ?? "");
  if (status === "completed")
    return {
      type: "session",
      kind: "run_finished",
      title: "Run completed",
      description: `**${name}** completed.`,
    } as const;
  if (status === "error")
    return {
      type: "session",
      kind: "run_failed",
      tone: "warning",
      title: "Run failed",
      description: `**${name}** failed. ${why}`,
    } as const;
  if (status !== "waiting") return undefined;
  const kind = "run_waits";
  if (asks === "budget")
    return {
      type: "session",
      kind,
      tone: "warning",
      title: "Run paused",
      description: `**${name}** is paused. ${why}`,
    } as const;
  const description = `**${name}** is waiting for your response. ${why}`;
  return { type: "input_request", kind, title: "Response needed", description } as const;
}

/**
 * Notifies the account that started a run when it ends or waits, unless it has the session open. The owner of an API key is not
 * notified of success; visitors are never notified.
 */
export async function notifyEnded(tx: Tx, run: RunRow, session: NotifiedSession, outcome: Outcome): Promise<void> {
  const { principalId, teamId } = run;
  const { id: sessionId, name, trigger, shareId, test } = session;
  const notice = buildOutcomeNotice(escapeMarkdown(name), outcome);
  if (!principalId || test || shareId !== null || !notice) return;
  // The log of a publication shows its calls.
  if (trigger === "publication" && outcome.status !== "waiting") return;
  if (outcome.status === "completed" && trigger !== "chat") return;
  if (await isWatched(tx, sessionId, principalId)) return;
  const link = `/${teamId}/session/${sessionId}`;
  await notify(tx, { ...notice, to: [principalId], teamId, sessionId, link, key: `session:${sessionId}` });
}
