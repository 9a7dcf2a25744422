import { and, countDistinct, eq, gte, inArray, isNull } from "drizzle-orm";
import type { TestCase } from "@/lib/contract/testsets/cases";
import type { Tx } from "../../platform/db/client";
import { lockRow } from "../../platform/db/query/edit";
import { evaluationAttempts, evaluations, testSets } from "../../platform/db/tables/test-sets";
import type { GuardedContext } from "../gate/service";
import { createEvaluation } from "./evaluate";
import type { TestSetRow } from "./queries";
import { isOf, isOpen, type SetResults } from "./required-results";
import { hashCase, type Tested } from "./subject";

/** Starts evaluations of the cases without results, unless they are running. Returns their IDs. */
export async function startMissing(
  tx: Tx,
  { accountId, principal }: Pick<GuardedContext, "accountId" | "principal">,
  missing: SetResults[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const { set, tested, results } of missing) {
    // So that calls at the same time start the same tests once.
    await lockRow(tx, testSets, set.teamId, set.id);
    const cases = results.filter(isOpen).map(({ testCase }) => testCase);
    const keyId = principal.kind === "key" ? principal.tokenId : null;
    const created = { set, tested, cases, repeat: set.repeat, createdBy: accountId, keyId };
    ids.push((await findRunning(tx, set, tested, cases)) ?? (await createEvaluation(tx, created)));
  }
  return ids;
}

/** A running evaluation that will have results of these cases. */
async function findRunning(tx: Tx, set: TestSetRow, tested: Tested, cases: TestCase[]): Promise<string | undefined> {
  const hashes = cases.map((one) => hashCase(one, set));
  const [running] = await tx
    .select({ id: evaluations.id })
    .from(evaluations)
    .innerJoin(evaluationAttempts, eq(evaluationAttempts.evaluationId, evaluations.id))
    .where(
      and(
        isOf(set, tested),
        eq(evaluations.status, "running"),
        isNull(evaluations.maxCost),
        gte(evaluations.repeat, set.repeat),
        inArray(evaluationAttempts.caseHash, hashes),
      ),
    )
    .groupBy(evaluations.id)
    .having(eq(countDistinct(evaluationAttempts.caseHash), new Set(hashes).size))
    .limit(1);
  return running?.id;
}
