import type { Viewer } from "../../access/visibility/visible";
import { compareCounts } from "../../engine/evaluations/compare";
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
  return {
    ours,
    theirs,
    verdict: compareCounts(toCount(theirs.rate), toCount(ours.rate)).verdict,
    cases: cases.flatMap((one) => {
      const other = byId.get(one._id);
      const verdict = other && compareCounts(toCount(other.rate), toCount(one.rate)).verdict;
      return other && verdict ? [{ _id: one._id, input: one.input, verdict, ours: one, theirs: other }] : [];
    }),
  };
}
