import { and, desc, eq, ne, notInArray } from "drizzle-orm";
import { maxEvaluationAttempts } from "@/lib/constants/limits";
import type { PendingApply } from "@/lib/contract/evaluations/subject";
import type { TestCase } from "@/lib/contract/testsets/cases";
import { pluralize } from "@/lib/utils/text/pluralize";
import { wakeEvaluations } from "../../engine/evaluations/worker";
import { afterCommit } from "../../platform/db/after-commit";
import type { Tx } from "../../platform/db/client";
import { evaluationAttempts, evaluations } from "../../platform/db/tables/test-sets";
import { AppError } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import type { TestSetRow } from "./queries";
import { hashCase, type Tested } from "./subject";

interface NewEvaluation {
  set: TestSetRow;
  tested: Tested;
  /** Of the set's cases. */
  cases: TestCase[];
  repeat: number;
  createdBy: string;
  keyId: string | null;
  maxCost?: number | undefined;
  estimatedCost?: number | null;
  pendingApply?: PendingApply;
}

const batchSize = 500;
/** Evaluations of a set that are kept. */
const maxKept = 100;

/** Creates an evaluation with all its attempts, which workers then start. Returns its ID. */
export async function createEvaluation(tx: Tx, evaluation: NewEvaluation): Promise<string> {
  const { set, tested, cases, repeat, createdBy, keyId, maxCost, estimatedCost, pendingApply } = evaluation;
  if (cases.length === 0) throw new AppError("conflict", "This test set has no cases. Add one.");
  if (cases.length * repeat > maxEvaluationAttempts)
    throw new AppError(
      "conflict",
      `An evaluation can have up to ${pluralize(maxEvaluationAttempts, "attempt")}. Repeat the cases less often.`,
    );
  const id = newId("evaluation");
  const own = { id, teamId: set.teamId, testSetId: set.id, testSetRevision: set.revision };
  await tx
    .insert(evaluations)
    .values({ ...own, ...tested, repeat, createdBy, keyId, maxCost, estimatedCost, pendingApply });
  const attempts = cases.flatMap((one) => {
    const position = set.cases.indexOf(one);
    const common = { evaluationId: id, caseId: one._id, position, caseHash: hashCase(one, set) };
    return Array.from({ length: repeat }, (_, i) => ({ ...common, id: newId("attempt"), number: i + 1 }));
  });
  for (let i = 0; i < attempts.length; i += batchSize)
    await tx.insert(evaluationAttempts).values(attempts.slice(i, i + batchSize));
  await removeOldEvaluations(tx, set.id);
  afterCommit(tx, async () => wakeEvaluations());
  return id;
}

/** Deletes all but the newest evaluations of a set. Their sessions are deleted later, as old tests. */
async function removeOldEvaluations(tx: Tx, testSetId: string): Promise<void> {
  const kept = tx
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(eq(evaluations.testSetId, testSetId))
    .orderBy(desc(evaluations.id))
    .limit(maxKept);
  await tx
    .delete(evaluations)
    .where(
      and(eq(evaluations.testSetId, testSetId), ne(evaluations.status, "running"), notInArray(evaluations.id, kept)),
    );
}
