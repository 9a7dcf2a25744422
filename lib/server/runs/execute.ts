import { eq, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { sessions } from "../sessions/table";
import { converse } from "./agent-loop";
import { passedBudgets } from "./budget-guard";
import { endingOf, isForUser, type Pause } from "./ending";
import { fileParts } from "./files";
import { type Ending, endRun, fullReason, recordCost, suspendRun } from "./finish";
import { type HistoryEvent, historyOf } from "./history";
import { endLive } from "./hub";
import { LeaseLostError, type RunRow, WorkerStopError } from "./lease";
import { findRun, type Loaded, loadChat } from "./load";
import { Passages } from "./passages";
import { processWallTimes, workProcess } from "./process/work";
import { readHistory } from "./read-history";
import { historyChars } from "./step";
import { toolsFor } from "./tools";
import { endedOf, type RunLimits, type Work } from "./work";

export type { RunLimits } from "./work";

export const runLimits: RunLimits = { silenceMs: 120_000, wallTimeMs: 15 * 60_000 };

/**
 * Works a run to its end, or until it waits for a person. Aborted by LeaseLostError it writes nothing more and leaves the
 * run to another worker.
 */
export async function executeRun(
  db: Db,
  run: RunRow,
  stop: AbortSignal,
  limits: RunLimits,
  resumed: boolean,
): Promise<void> {
  const work: Work = { db, run, signal: stop, limits, resumed, opened: [] };
  try {
    const outcome = await attempt(work);
    const isComplete = "status" in outcome && outcome.status === "completed";
    if (stop.reason instanceof LeaseLostError && !(stop.reason instanceof WorkerStopError)) return;
    // A whole answer is written, also by a worker that is told to stop: it need not be made again.
    if (stop.reason instanceof WorkerStopError && !isComplete)
      return "status" in outcome ? await recordCost(db, run, outcome) : undefined;
    if ("status" in outcome) return await endRun(db, run, outcome);
    if (await suspendRun(db, run, outcome.requests, outcome.reason, outcome.budgets)) return;
    await endRun(db, run, { status: "cancelled", reason: "Stopped." });
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    for (const messageId of work.opened) endLive(run.sessionId, messageId);
  }
}

async function attempt(work: Work): Promise<Ending | Pause> {
  const secrets: string[] = [];
  try {
    const found = await findRun(work.db, work.run, work.resumed);
    const isProcess = found.session.appType === "process";
    if (isProcess) work.limits = { ...work.limits, wallTimeMs: work.limits.wallTimeMs * processWallTimes };
    work.signal = AbortSignal.any([work.signal, AbortSignal.timeout(work.limits.wallTimeMs)]);
    if (isProcess) return await workProcess(work, found, secrets);
    const loaded = await loadChat(work.db, found);
    secrets.push(...loaded.secrets);
    return await chat(work, loaded);
  } catch (error) {
    // What fails here on our side is no answer for the user: another attempt may have more luck.
    if (!work.signal.aborted && !isForUser(error)) throw error;
    return endingOf(error, endedOf(work, secrets));
  }
}

/** Answers the newest message of a chat. */
async function chat(work: Work, loaded: Loaded): Promise<Ending | Pause> {
  const { db, run, resumed } = work;
  const tools = await toolsFor({ db, teamId: run.teamId, agentId: loaded.agent.id, principalId: run.principalId });
  const told = await converse({
    ...{ work, loaded, tools, resumed },
    passages: tools.length > 0 ? await Passages.ofSession(db, run.sessionId) : new Passages(),
    passed: resumed ? await passedBudgets(db, run) : new Set(),
    async history() {
      const events = await readHistory(db, run.sessionId, historyChars(loaded));
      const files = await fileParts(db, run.sessionId, events);
      return historyOf(events as unknown as HistoryEvent[], files);
    },
    fills: () => fills(work),
  });
  if ("pause" in told) return told.pause;
  if ("cut" in told) return told.cut;
  const reason = told.full ? fullReason(loaded.session.maxMessages) : null;
  return { status: "completed", reason, ...told.answer };
}

/** Whether one more message reaches the number that the conversation may have. */
async function fills({ db, run }: Work): Promise<boolean> {
  const full = sql<boolean>`${sessions.messageCount} + 1 >= ${sessions.maxMessages}`;
  const [row] = await db.select({ full }).from(sessions).where(eq(sessions.id, run.sessionId));
  return row?.full ?? true;
}
