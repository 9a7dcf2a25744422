import { and, desc, eq, inArray } from "drizzle-orm";
import type { TestCase } from "@/lib/contract/testsets/cases";
import type { Outcome } from "@/lib/contract/testsets/checks";
import { toOutcome } from "../../engine/evaluations/checks/grade-answer";
import type { Reader } from "../../platform/db/client";
import { evaluationAttempts as attempts, evaluations } from "../../platform/db/tables/test-sets";
import { measureJudge } from "./judge-agreement";
import type { TestSetRow } from "./queries";
import { hashCase, type Tested } from "./subject";

/** The last result of a required case. */
export interface RequiredResult {
  testCase: TestCase;
  /** Undefined: there is no result for exactly this content. */
  outcome?: Outcome;
  reason?: string | null;
  evaluationId?: string;
}

/** Evaluations of the same content that are read. */
const maxEvaluations = 50;

/**
 * The newest result of each required case for exactly this content, with as many attempts as the set asks for. A case passes when
 * all its attempts do. Checks of a judge whose agreement with people is too low are ignored.
 */
export async function findRequiredResults(db: Reader, set: TestSetRow, tested: Tested): Promise<RequiredResult[]> {
  const required = set.cases.filter((one) => one.required);
  const known = await db
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(isOf(set, tested))
    .orderBy(desc(evaluations.id))
    .limit(maxEvaluations);
  const ids = known.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            evaluationId: attempts.evaluationId,
            caseId: attempts.caseId,
            caseHash: attempts.caseHash,
            outcome: attempts.outcome,
            reason: attempts.reason,
            checks: attempts.checks,
          })
          .from(attempts)
          .where(inArray(attempts.evaluationId, ids))
          .orderBy(desc(attempts.evaluationId), attempts.number);
  const { canBlock } = await measureJudge(db, set);
  const decide = (row: (typeof rows)[number]): Outcome | null => {
    if (canBlock || row.outcome === null || row.checks.length === 0) return row.outcome;
    return toOutcome(row.checks.filter(({ type }) => type !== "judge"));
  };
  return required.map((testCase) => {
    const hash = hashCase(testCase, set);
    const own = rows.filter(({ caseId, caseHash }) => caseId === testCase._id && caseHash === hash);
    const results = [...Map.groupBy(own, ({ evaluationId }) => evaluationId)];
    const [evaluationId, last] =
      results.find(([, group]) => group.length >= set.repeat && group.every(({ outcome }) => outcome !== null)) ?? [];
    if (!last) return { testCase };
    const outcomes = last.map(decide);
    const outcome = (["failed", "not_measured"] as const).find((one) => outcomes.includes(one)) ?? "passed";
    const reason = last[outcomes.indexOf(outcome)]?.reason ?? null;
    return { testCase, outcome, reason, ...(evaluationId && { evaluationId }) };
  });
}

/** What a change would be for a set, and the results of exactly that. */
export interface SetResults {
  set: TestSetRow;
  tested: Tested;
  results: RequiredResult[];
}

/** Without a result that counts. */
export const isOpen = ({ outcome }: RequiredResult) => outcome === undefined || outcome === "not_measured";

/** Evaluations of exactly this content. */
export const isOf = (set: TestSetRow, { fingerprint }: Tested) =>
  and(eq(evaluations.testSetId, set.id), eq(evaluations.fingerprint, fingerprint));
