import { and, eq } from "drizzle-orm";
import type { TestCase } from "@/lib/contract/testsets/cases";
import type { Reader } from "../../platform/db/client";
import { testSetRevisions } from "../../platform/db/tables/test-sets";
import type { EvaluationRow } from "./lease";

/** The cases of the test set's revision that an evaluation runs, by ID. */
export async function loadCases(
  db: Reader,
  { testSetId, testSetRevision }: Pick<EvaluationRow, "testSetId" | "testSetRevision">,
): Promise<ReadonlyMap<string, TestCase>> {
  const [row] = await db
    .select({ cases: testSetRevisions.cases })
    .from(testSetRevisions)
    .where(and(eq(testSetRevisions.testSetId, testSetId), eq(testSetRevisions.number, testSetRevision)));
  return new Map((row?.cases ?? []).map((one) => [one._id, one]));
}
