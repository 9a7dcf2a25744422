import type { CaseResult } from "@/lib/contract/evaluations/results";
import type { Viewer } from "../../access/visibility/visible";
import { compareCounts } from "../../engine/evaluations/compare";
import type { Count } from "../../engine/evaluations/statistics";
import type { Reader } from "../../platform/db/client";
import { invalidField } from "../../platform/errors/errors";
import { viewEvaluation } from "./evaluation-queries";
import { toCount } from "./rate";

/** Compares the cases that two evaluations of the same set have in common. */
export async function compareEvaluations(db: Reader, viewer: Viewer, id: string, otherId: string) {
  const { cases, testset, ...ours } = await viewEvaluation(db, viewer, id);
  const { cases: otherCases, testset: otherSet, ...theirs } = await viewEvaluation(db, viewer, otherId);
  if (testset._id !== otherSet._id) throw invalidField("with", "Compare evaluations of the same test set.");
  const byId = new Map(otherCases.map((one) => [one._id, one]));
  const shared = cases.flatMap((one) => {
    const other = byId.get(one._id);
    return other ? [{ _id: one._id, input: one.input, ours: one, theirs: other }] : [];
  });
  return {
    ours,
    theirs,
    verdict: compareCounts(addUp(shared.map((one) => one.theirs)), addUp(shared.map((one) => one.ours))).verdict,
    cases: shared.map((one) => {
      const { verdict } = compareCounts(toCount(one.theirs.rate), toCount(one.ours.rate));
      return { ...one, verdict };
    }),
  };
}

const addUp = (cases: readonly CaseResult[]): Count =>
  cases.reduce(
    (sum, { rate }) => ({ passed: sum.passed + rate.passed, measured: sum.measured + rate.passed + rate.failed }),
    { passed: 0, measured: 0 },
  );
