import { and, desc, eq, isNotNull, lt, ne, notExists, notInArray, sql } from "drizzle-orm";
import { maxEvaluationAttempts } from "@/lib/constants/limits";
import type { TestCase } from "@/lib/contract/testsets/cases";
import { pluralize } from "@/lib/utils/text/pluralize";
import { wakeEvaluations } from "../../engine/evaluations/worker";
import { afterCommit } from "../../platform/db/after-commit";
import type { Tx } from "../../platform/db/client";
import { evaluationAttempts, evaluations, testSetRevisions, testSets } from "../../platform/db/tables/test-sets";
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
}

const batchSize = 500;
/** Evaluations and revisions of a set that are kept. */
const maxKept = 100;

/** Creates an evaluation with all its attempts, which workers then start. Returns its ID. */
export async function createEvaluation(tx: Tx, evaluation: NewEvaluation): Promise<string> {
  const { set, tested, cases, repeat, createdBy, keyId, maxCost, estimatedCost } = evaluation;
  if (cases.length === 0) throw new AppError("conflict", "This test set has no cases. Add one.");
  if (cases.length * repeat > maxEvaluationAttempts)
    throw new AppError(
      "conflict",
      `An evaluation can have up to ${pluralize(maxEvaluationAttempts, "attempt")}. Reduce the attempts per case.`,
    );
  const id = newId("evaluation");
  const own = { id, teamId: set.teamId, testSetId: set.id, testSetRevision: set.revision };
  await tx.insert(evaluations).values({ ...own, ...tested, repeat, createdBy, keyId, maxCost, estimatedCost });
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

/**
 * Deletes all but the newest evaluations of a set and those with labels of people, and old revisions without evaluations. The
 * sessions are deleted later, as old tests.
 */
async function removeOldEvaluations(tx: Tx, testSetId: string): Promise<void> {
  const kept = tx
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(eq(evaluations.testSetId, testSetId))
    .orderBy(desc(evaluations.id))
    .limit(maxKept);
  const labeled = tx
    .select({ id: evaluationAttempts.id })
    .from(evaluationAttempts)
    .where(and(eq(evaluationAttempts.evaluationId, evaluations.id), isNotNull(evaluationAttempts.correct)));
  const own = eq(evaluations.testSetId, testSetId);
  await tx
    .delete(evaluations)
    .where(and(own, ne(evaluations.status, "running"), notInArray(evaluations.id, kept), notExists(labeled)));
  const used = tx.select({ number: evaluations.testSetRevision }).from(evaluations).where(own);
  const newest = tx
    .select({ number: sql<number>`${testSets.revision} - ${maxKept}` })
    .from(testSets)
    .where(eq(testSets.id, testSetId));
  await tx
    .delete(testSetRevisions)
    .where(
      and(
        eq(testSetRevisions.testSetId, testSetId),
        lt(testSetRevisions.number, sql`(${newest})`),
        notInArray(testSetRevisions.number, used),
      ),
    );
}
