import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { evaluationConcurrency } from "@/lib/constants/limits";
import type { TestCase } from "@/lib/contract/testsets/cases";
import { formatCost } from "@/lib/utils/text/format-figures";
import type { Db } from "../../platform/db/client";
import { sessions } from "../../platform/db/tables/sessions";
import { evaluationAttempts as attempts, evaluations } from "../../platform/db/tables/test-sets";
import type { EvaluationRow } from "./lease";
import { settleAttempt } from "./settle";
import { startAttempt } from "./start-attempt";
import type { OnEnded } from "./worker";

/** Attempts that have no result. */
const selectOpen = (db: Db, evaluationId: string) =>
  db
    .select({
      id: attempts.id,
      caseId: attempts.caseId,
      sessionId: attempts.sessionId,
      /** Null: the session was deleted. */
      found: sessions.id,
      lastRun: sessions.lastRun,
    })
    .from(attempts)
    .leftJoin(sessions, eq(sessions.id, attempts.sessionId))
    .where(and(eq(attempts.evaluationId, evaluationId), isNull(attempts.outcome)))
    .orderBy(asc(attempts.position), asc(attempts.number));

type AttemptState = Awaited<ReturnType<typeof selectOpen>>[number];

const isRunning = ({ sessionId }: AttemptState) => sessionId !== null;
const activeStates = ["queued", "running"];
const hasEnded = (one: AttemptState) => isRunning(one) && !activeStates.includes(one.lastRun?.status ?? "");

/**
 * Grades what has ended and starts more attempts. Everything is stored, so any process can continue at any time. Returns whether
 * the evaluation goes on.
 */
export async function advance(
  db: Db,
  { id }: EvaluationRow,
  cases: ReadonlyMap<string, TestCase>,
  signal: AbortSignal,
  onEnded: OnEnded,
): Promise<boolean> {
  const [row] = await db.select().from(evaluations).where(eq(evaluations.id, id));
  if (row?.status !== "running") return false;
  const open = await selectOpen(db, id);
  const ended = open.filter(hasEnded);
  await Promise.all(ended.map((one) => settleAttempt(db, row, { ...one, testCase: cases.get(one.caseId) }, signal)));
  signal.throwIfAborted();
  const isSpent = row.maxCost !== null && (await sumCost(db, id)) >= row.maxCost;
  const pending = open.filter((one) => !isRunning(one));
  const running = open.length - pending.length - ended.length;
  if (isSpent && pending.length > 0) {
    await markRemaining(db, id, `Not run: the evaluation reached its cost limit of ${formatCost(row.maxCost)}.`);
    return true;
  }
  for (const one of pending.slice(0, Math.max(0, evaluationConcurrency - running)))
    if (!(await startAttempt(db, row, one.id, cases.get(one.caseId)))) break;
  if (open.length > 0) return true;
  await onEnded(db, id);
  const completed = await db
    .update(evaluations)
    .set({ status: "completed", dateEnded: sql`now()` })
    .where(and(eq(evaluations.id, id), eq(evaluations.status, "running"), isNull(evaluations.pendingApply)))
    .returning({ id: evaluations.id });
  // Something was deferred to its end in the meantime.
  return completed.length === 0;
}

async function sumCost(db: Db, evaluationId: string): Promise<number> {
  const [row] = await db
    .select({ costUsd: sql<number>`coalesce(sum(${attempts.costUsd}), 0)::float8` })
    .from(attempts)
    .where(eq(attempts.evaluationId, evaluationId));
  return row?.costUsd ?? 0;
}

/** Ends the attempts that have not started. */
export const markRemaining = (db: Pick<Db, "update">, evaluationId: string, reason: string) =>
  db
    .update(attempts)
    .set({ outcome: "not_measured", reason, dateEnded: sql`now()` })
    .where(and(eq(attempts.evaluationId, evaluationId), isNull(attempts.outcome), isNull(attempts.sessionId)));
