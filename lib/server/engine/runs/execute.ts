import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client";
import { sessions } from "../../platform/db/tables/sessions";
import { loadTools } from "./calls/tools";
import { loadFileParts } from "./context/files";
import { buildHistory, isPrompted } from "./context/history";
import { findRun, type LoadedAgent, loadChat, type RunAgent } from "./context/load";
import { readHistory } from "./context/read-history";
import { LeaseLostError, type RunRow, WorkerStopError } from "./lease/lease";
import { type RunLimits, toEndingContext, type Work } from "./lease/work";
import { endLiveText } from "./log/live-text";
import { Passages } from "./log/passages";
import { runAgentLoop } from "./loop/agent-loop";
import { withClientOptions } from "./loop/client-options";
import { type Ending, endRun, limitReachedText, recordCost } from "./outcome/finish";
import { suspendRun } from "./outcome/suspend";
import { processTimeFactor, runProcess } from "./process/work";
import { findExemptBudgets } from "./steps/budget-guard";
import { hasUserMessage, type Pause, toEnding } from "./steps/ending";
import { computeHistoryChars } from "./steps/step";

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
  const work: Work = { db, run, signal: stop, limits, resumed, streamedIds: [] };
  try {
    const outcome = await attempt(work);
    const isComplete = "status" in outcome && outcome.status === "completed";
    if (stop.reason instanceof LeaseLostError && !(stop.reason instanceof WorkerStopError)) return;
    // A complete response is recorded even if the worker is stopping, so that it need not be generated again.
    if (stop.reason instanceof WorkerStopError && !isComplete)
      return "status" in outcome ? await recordCost(db, run, outcome) : undefined;
    if ("status" in outcome) return await endRun(db, run, outcome);
    if (await suspendRun(db, run, outcome.requests, outcome.reason, outcome.budgets)) return;
    await endRun(db, run, { status: "cancelled", reason: "Canceled." });
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    for (const messageId of work.streamedIds) endLiveText(run.sessionId, messageId);
  }
}

async function attempt(work: Work): Promise<Ending | Pause> {
  const secrets: string[] = [];
  try {
    const runContext = await findRun(work.db, work.run, work.resumed);
    const isProcess = runContext.session.appType === "process";
    if (isProcess) work.limits = { ...work.limits, wallTimeMs: work.limits.wallTimeMs * processTimeFactor };
    work.signal = AbortSignal.any([work.signal, AbortSignal.timeout(work.limits.wallTimeMs)]);
    if (isProcess) return await runProcess(work, runContext, secrets);
    const loaded = await loadChat(work.db, runContext);
    secrets.push(...loaded.secrets);
    return await runChat(work, loaded, runContext.agent ?? undefined);
  } catch (error) {
    // An internal failure is not shown to the user: another attempt may succeed.
    if (!work.signal.aborted && !hasUserMessage(error)) throw error;
    return toEnding(error, toEndingContext(work, secrets));
  }
}

/** Responds to the newest message of a chat. */
async function runChat(work: Work, loaded: LoadedAgent, agent: RunAgent | undefined): Promise<Ending | Pause> {
  const { db, run, resumed } = work;
  const { teamId, principalId } = run;
  const { session } = loaded;
  const own = await loadTools({ db, teamId, agentId: loaded.agent.id, agent, principalId }, session);
  const { tools, ...options } = withClientOptions(own, session.clientOptions);
  const result = await runAgentLoop({
    work,
    loaded,
    tools,
    ...options,
    resumed,
    passages: tools.length > 0 ? await Passages.loadForSession(db, run.sessionId) : new Passages(),
    exemptBudgets: resumed ? await findExemptBudgets(db, run) : new Set(),
    async history() {
      const events = await readHistory(db, run.sessionId, computeHistoryChars(loaded));
      const files = await loadFileParts(db, run.sessionId, events);
      return buildHistory(events.filter(isPrompted), files);
    },
    reachesLimit: () => reachesMessageLimit(work),
  });
  if ("pause" in result) return result.pause;
  if ("cut" in result) return result.cut;
  const reason = result.full ? limitReachedText(loaded.session.maxMessages) : null;
  return { status: "completed", reason, ...result.answer };
}

/** Whether one more message reaches the conversation's message limit. */
async function reachesMessageLimit({ db, run }: Work): Promise<boolean> {
  const full = sql<boolean>`${sessions.messageCount} + 1 >= ${sessions.maxMessages}`;
  const [row] = await db.select({ full }).from(sessions).where(eq(sessions.id, run.sessionId));
  return row?.full ?? true;
}
