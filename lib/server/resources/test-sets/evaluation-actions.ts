import { and, eq, isNull, sql } from "drizzle-orm";
import type { Viewer } from "../../access/visibility/visible";
import { markRemaining } from "../../engine/evaluations/advance";
import { cancelRun } from "../../engine/runs/cancel";
import type { Db, Tx } from "../../platform/db/client";
import { evaluationAttempts as attempts, evaluations } from "../../platform/db/tables/test-sets";
import { notFound } from "../../platform/errors/errors";

/** Ends an evaluation: attempts that run are canceled, others do not start. What was measured stays. */
export async function cancelEvaluation(db: Db, { teamId }: Viewer, id: string, reason: string): Promise<void> {
  const running = await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(evaluations)
      .set({ status: "cancelled", reason, dateEnded: sql`now()`, pendingApply: null })
      .where(and(eq(evaluations.teamId, teamId), eq(evaluations.id, id), eq(evaluations.status, "running")))
      .returning({ id: evaluations.id });
    if (!ended) return [];
    await markRemaining(tx, id, reason);
    return tx
      .update(attempts)
      .set({ outcome: "not_measured", reason, dateEnded: sql`now()` })
      .where(and(eq(attempts.evaluationId, id), isNull(attempts.outcome)))
      .returning({ sessionId: attempts.sessionId });
  });
  for (const { sessionId } of running) if (sessionId) await cancelRun(db, teamId, sessionId);
}

/** Records whether a person finds an answer correct. Null removes that. */
export async function labelAttempt(
  tx: Tx,
  { accountId }: Viewer,
  evaluationId: string,
  attemptId: string,
  correct: boolean | null,
): Promise<void> {
  const [labeled] = await tx
    .update(attempts)
    .set({ correct, labeledBy: correct === null ? null : accountId })
    .where(and(eq(attempts.evaluationId, evaluationId), eq(attempts.id, attemptId)))
    .returning({ id: attempts.id });
  if (!labeled) throw notFound("This attempt");
}
