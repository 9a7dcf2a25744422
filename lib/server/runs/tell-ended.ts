import type { Tx } from "../db/client";
import { notify, plain } from "../notifications/service";
import { isWatched } from "../realtime/watchers";
import type { sessions } from "../sessions/table";
import type { RunRow } from "./lease";

export type ToldSession = Pick<
  typeof sessions.$inferSelect,
  "id" | "name" | "appName" | "trigger" | "shareId" | "visitorId" | "createdBy" | "sharingConfig" | "test"
>;

export interface Outcome {
  status: RunRow["status"];
  reason: string | null;
  /** What it waits for, where that need not be this person's to give. */
  asks?: "budget" | "form" | "approval" | undefined;
}

/** Undefined for what nobody need be told: who has stopped a run knows. */
export function wordsOf(name: string, { status, reason, asks }: Outcome) {
  const why = plain(reason ?? "");
  if (status === "completed")
    return {
      type: "session",
      kind: "run_finished",
      title: "Run finished",
      description: `**${name}** is done.`,
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
      title: "Run waits",
      description: `**${name}** waits. ${why}`,
    } as const;
  const description = `**${name}** waits for you. ${why}`;
  return { type: "input_request", kind, title: "Your answer is needed", description } as const;
}

/**
 * Tells the person for whom a run was made that it has ended or waits for them, if nobody looks: neither a socket nor an
 * event stream of theirs has the session open. The owner of an API key is told of no success, and nobody of visitors.
 */
export async function tellEnded(tx: Tx, run: RunRow, session: ToldSession, outcome: Outcome): Promise<void> {
  const { principalId, teamId } = run;
  const { id: sessionId, name, trigger, shareId, test } = session;
  const words = wordsOf(plain(name), outcome);
  if (!principalId || test || shareId !== null || !words) return;
  if (outcome.status === "completed" && trigger !== "chat") return;
  if (await isWatched(tx, sessionId, principalId)) return;
  const link = `/${teamId}/session/${sessionId}`;
  await notify(tx, { ...words, to: [principalId], teamId, sessionId, link, key: `session:${sessionId}` });
}
