import { asc, eq, inArray } from "drizzle-orm";
import type { CaseResult } from "@/lib/contract/evaluations/results";
import type { Outcome } from "@/lib/contract/testsets/checks";
import type { Viewer } from "../../access/visibility/visible";
import { loadCases } from "../../engine/evaluations/cases";
import type { Reader } from "../../platform/db/client";
import { sessions } from "../../platform/db/tables/sessions";
import { evaluationAttempts as attempts } from "../../platform/db/tables/test-sets";
import { notFound } from "../../platform/errors/errors";
import { getTestSet } from "./queries";
import { computeRate } from "./rate";
import { findSummaryRow, summarize } from "./summaries";

/** Returns the evaluation with its set. Throws 404 if the set is not visible. */
export async function getEvaluation(db: Reader, viewer: Viewer, id: string) {
  const row = await findSummaryRow(db, viewer.teamId, id);
  if (!row) throw notFound("This evaluation");
  return { ...row, set: await getTestSet(db, viewer, row.evaluation.testSetId) };
}

async function listAttempts(db: Reader, evaluationId: string) {
  const rows = await db
    .select()
    .from(attempts)
    .where(eq(attempts.evaluationId, evaluationId))
    .orderBy(asc(attempts.position), asc(attempts.number));
  const ids = rows.flatMap(({ sessionId }) => sessionId ?? []);
  const kept =
    ids.length === 0 ? [] : await db.select({ id: sessions.id }).from(sessions).where(inArray(sessions.id, ids));
  const keptIds = new Set(kept.map(({ id }) => id));
  return rows.map((row) => ({
    ...row,
    _id: row.id,
    sessionId: keptIds.has(row.sessionId ?? "") ? row.sessionId : null,
  }));
}

/** The results of each case, in the set's order. */
async function listCaseResults(
  db: Reader,
  { evaluation }: Awaited<ReturnType<typeof getEvaluation>>,
): Promise<CaseResult[]> {
  const cases = await loadCases(db, evaluation);
  const byCase = Map.groupBy(await listAttempts(db, evaluation.id), ({ caseId }) => caseId);
  return [...byCase].map(([_id, own]) => {
    const { input = "", required = false } = cases.get(_id) ?? {};
    const count = (wanted: Outcome) => own.filter(({ outcome }) => outcome === wanted).length;
    const counts = { passed: count("passed"), failed: count("failed"), notMeasured: count("not_measured") };
    const rate = computeRate([counts], evaluation.repeat);
    return { _id, input, required, rate, attempts: own };
  });
}

export async function viewEvaluation(db: Reader, viewer: Viewer, id: string) {
  const found = await getEvaluation(db, viewer, id);
  const [summary] = await summarize(db, [found]);
  if (!summary) throw notFound("This evaluation");
  const { set, evaluation } = found;
  return {
    ...summary,
    testset: { _id: set.id, name: set.name },
    agentId: set.agentId,
    appId: set.appId,
    pendingApply: evaluation.pendingApply !== null,
    cases: await listCaseResults(db, found),
  };
}
