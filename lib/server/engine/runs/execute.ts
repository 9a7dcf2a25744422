import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client";
import { sessions } from "../../platform/db/tables/sessions";
import { toolsFor } from "./calls/tools";
import { fileParts } from "./context/files";
import { historyOf, isPrompted } from "./context/history";
import { findRun, type Loaded, loadChat } from "./context/load";
import { readHistory } from "./context/read-history";
import { LeaseLostError, type RunRow, WorkerStopError } from "./lease/lease";
import { abortReason, type RunLimits, type Work } from "./lease/work";
import { endLive } from "./log/hub";
import { Passages } from "./log/passages";
import { runAgentLoop } from "./loop/agent-loop";
import { type Ending, endRun, fullReason, recordCost, suspendRun } from "./outcome/finish";
import { processWallTimes, workProcess } from "./process/work";
import { passedBudgets } from "./steps/budget-guard";
import { endingOf, isForUser, type Pause } from "./steps/ending";
import { historyChars } from "./steps/step";

export type { RunLimits } from "./lease/work";

export const runLimits: RunLimits = { silenceMs: 120_000, wallTimeMs: 15 * 60_000 };

/**
 * Executes a run until it ends or waits for a person. Aborted by LeaseLostError, it writes nothing more and leaves the run to
 * another worker.
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
    // A complete response is recorded even if the worker is stopping, so that it need not be generated again.
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
    // An internal failure is not shown to the user: another attempt may succeed.
    if (!work.signal.aborted && !isForUser(error)) throw error;
    return endingOf(error, abortReason(work, secrets));
  }
}

/** Responds to the newest message of a chat. */
async function chat(work: Work, loaded: Loaded): Promise<Ending | Pause> {
  const { db, run, resumed } = work;
  const tools = await toolsFor({ db, teamId: run.teamId, agentId: loaded.agent.id, principalId: run.principalId });
  const result = await runAgentLoop({
    work,
    loaded,
    tools,
    resumed,
    passages: tools.length > 0 ? await Passages.ofSession(db, run.sessionId) : new Passages(),
    passed: resumed ? await passedBudgets(db, run) : new Set(),
    async history() {
      const events = await readHistory(db, run.sessionId, historyChars(loaded));
      const files = await fileParts(db, run.sessionId, events);
      return historyOf(events.filter(isPrompted), files);
    },
    fills: () => fills(work),
  });
  if ("pause" in result) return result.pause;
  if ("cut" in result) return result.cut;
  const reason = result.full ? fullReason(loaded.session.maxMessages) : null;
  return { status: "completed", reason, ...result.answer };
}

/** Whether one more message reaches the conversation's message limit. */
async function fills({ db, run }: Work): Promise<boolean> {
  const full = sql<boolean>`${sessions.messageCount} + 1 >= ${sessions.maxMessages}`;
  const [row] = await db.select({ full }).from(sessions).where(eq(sessions.id, run.sessionId));
  return row?.full ?? true;
}
