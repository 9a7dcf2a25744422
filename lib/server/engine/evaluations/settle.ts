import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { LoggedEvent } from "@/lib/contract/session-events/events";
import type { TestCase } from "@/lib/contract/testsets/cases";
import type { CheckResult, Outcome } from "@/lib/contract/testsets/checks";
import { truncate } from "@/lib/utils/text/truncate";
import type { Db } from "../../platform/db/client";
import { isTransient } from "../../platform/db/connection/is-transient";
import { runs, type sessions } from "../../platform/db/tables/sessions";
import { evaluationAttempts as attempts, testSets } from "../../platform/db/tables/test-sets";
import { log } from "../../platform/log/log";
import { notRecorded } from "../runs/calls/replay";
import { cancelRun } from "../runs/cancel";
import { loadBodiesForReaders } from "../runs/log/bodies";
import { toEvent } from "../runs/log/events";
import { readPage } from "../runs/log/read-page";
import { interruptedType } from "../runs/process-run";
import type { AnswerFacts } from "./checks/facts";
import { gradeAnswer, type JudgeCheck, toOutcome } from "./checks/grade-answer";
import { judgeAnswer } from "./judge";
import type { EvaluationRow } from "./lease";
import { readFacts } from "./read-facts";

interface EndedAttempt {
  id: string;
  sessionId: string | null;
  /** Null: the session was deleted. */
  found: string | null;
  lastRun: typeof sessions.$inferSelect.lastRun;
  testCase: TestCase | undefined;
}

type Result = Partial<Omit<typeof attempts.$inferInsert, "outcome">> & { outcome: Outcome };

/** What is stored of an answer; its session has all of it. */
const maxAnswerChars = 20_000;
const maxRestarts = 3;
const maxPages = 10;

/** Records the result of an attempt whose run has ended or waits for a person. Repeating it changes nothing. */
export async function settleAttempt(
  db: Db,
  evaluation: EvaluationRow,
  attempt: EndedAttempt,
  signal: AbortSignal,
): Promise<void> {
  if (await restart(db, attempt)) return;
  const result = await gradeAttempt(db, evaluation, attempt, signal).catch((error: unknown): Result => {
    signal.throwIfAborted();
    if (isTransient(error)) throw error;
    log().error({ err: error, attemptId: attempt.id }, "an answer could not be graded");
    return { outcome: "not_measured", reason: "This answer couldn't be graded because of an internal error." };
  });
  await db
    .update(attempts)
    .set({ ...result, dateEnded: sql`now()` })
    .where(and(eq(attempts.id, attempt.id), isNull(attempts.outcome)));
}

/** Starts an attempt again whose server was interrupted too often, up to a limit: what it does may be the reason. */
async function restart(db: Db, { id, lastRun }: EndedAttempt): Promise<boolean> {
  if (lastRun?.errorType !== interruptedType) return false;
  const restarted = await db
    .update(attempts)
    .set({ sessionId: null, restarts: sql`${attempts.restarts} + 1` })
    .where(and(eq(attempts.id, id), isNull(attempts.outcome), lt(attempts.restarts, maxRestarts)))
    .returning({ id: attempts.id });
  return restarted.length > 0;
}

async function gradeAttempt(
  db: Db,
  evaluation: EvaluationRow,
  { sessionId, found, lastRun, testCase }: EndedAttempt,
  signal: AbortSignal,
): Promise<Result> {
  if (!sessionId || !found) return { outcome: "not_measured", reason: "The session was deleted." };
  if (!testCase) return { outcome: "not_measured", reason: "This case no longer exists." };
  const { events, durationMs } = await readRun(db, sessionId);
  const facts = readFacts(events);
  const { text, costUsd, inputTokens, outputTokens } = facts;
  const figures = { costUsd, inputTokens, outputTokens, durationMs, answer: truncate(text, maxAnswerChars) };
  const problem = findProblem(events, lastRun);
  if (lastRun?.status === "waiting") await cancelRun(db, evaluation.teamId, sessionId);
  if (problem) return { ...figures, ...problem };
  const grade = (check: JudgeCheck) => judge(db, evaluation, check, testCase, facts, signal);
  const checks = await gradeAnswer(evaluation.teamId, testCase.checks, facts, grade, signal);
  return { ...figures, ...toResult(checks) };
}

async function judge(
  db: Db,
  evaluation: EvaluationRow,
  check: JudgeCheck,
  { input }: TestCase,
  { text }: AnswerFacts,
  signal: AbortSignal,
): Promise<CheckResult> {
  const [set] = await db
    .select({ modelId: testSets.judgeModelId })
    .from(testSets)
    .where(eq(testSets.id, evaluation.testSetId));
  return judgeAnswer(db, evaluation, check, set?.modelId ?? null, { input, text }, signal);
}

function toResult(checks: CheckResult[]): Result {
  const outcome = toOutcome(checks);
  const reason = checks.find((check) => check.outcome === outcome && outcome !== "passed")?.reason ?? null;
  return { outcome, reason, checks };
}

/** Why an answer is not graded: only the agent's own failures count as failed, never those of a provider. */
function findProblem(events: LoggedEvent[], lastRun: EndedAttempt["lastRun"]): Result | undefined {
  const { status, reason = null, errorType } = lastRun ?? {};
  if (status === "waiting")
    return {
      outcome: "not_measured",
      reason: `The run was waiting for a person, so it was canceled. ${reason ?? ""}`.trim(),
    };
  if (status !== "completed") {
    const lastStep = events.findLast(({ kind }) => kind === "step");
    const isOwn = errorType === "malformed" && lastStep?.kind === "step" && lastStep.body.error === undefined;
    return { outcome: isOwn ? "failed" : "not_measured", reason: reason ?? "The run didn't finish." };
  }
  const unknown = events.find((event) => event.kind === "tool_result" && event.body.error?.includes(notRecorded));
  if (unknown?.kind !== "tool_result") return undefined;
  const remedy = "Save the answer as a test again, or add the tool to the test set's live tools.";
  return {
    outcome: "not_measured",
    reason: `The test has no recorded result for a call to ${unknown.body.name}. ${remedy}`,
  };
}

/** The events of a session's last run. */
async function readRun(db: Db, sessionId: string): Promise<{ events: LoggedEvent[]; durationMs: number | null }> {
  const [run] = await db
    .select({
      id: runs.id,
      ms: sql<number | null>`(extract(epoch from ${runs.dateEnded} - ${runs.dateCreated}) * 1000)::int`,
    })
    .from(runs)
    .where(eq(runs.sessionId, sessionId))
    .orderBy(sql`${runs.dateCreated} desc`)
    .limit(1);
  const events: LoggedEvent[] = [];
  let after: number | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { rows, more } = await readPage(db, sessionId, {
      after,
      runId: run?.id,
      current: true,
      limit: 500,
      load: loadBodiesForReaders,
    });
    events.push(...rows.map(toEvent));
    after = rows.at(-1)?.seq;
    if (!more) break;
  }
  return { events, durationMs: run?.ms ?? null };
}
