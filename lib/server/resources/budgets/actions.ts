import { eq } from "drizzle-orm";
import type { BudgetForm } from "@/lib/contract/budgets/schemas";
import { thisMonth } from "../../engine/budgets/budget";
import type { BudgetSubject } from "../../engine/budgets/budget-managers";
import { lockBudget } from "../../engine/budgets/service";
import type { Tx } from "../../platform/db/client";
import { budgets } from "../../platform/db/tables/budgets";
import { sumSpent } from "./queries";

/** Sets, changes or removes a budget. A new one starts with the month's spending so far, including the latest call. */
export async function setBudget(tx: Tx, subject: BudgetSubject, { money, tokens, mode }: BudgetForm): Promise<void> {
  const { scope, id } = subject;
  const own = eq(budgets.subjectId, id);
  if (money === null && tokens === null) {
    await tx.delete(budgets).where(own);
    return;
  }
  const limits = { money, tokens, hard: mode === "hard", toldMonth: null, dateUpdated: new Date() };
  const known = await tx.update(budgets).set(limits).where(own).returning({ id: budgets.subjectId });
  if (known.length > 0) return;
  await lockBudget(tx, id);
  const { costUsd: spentUsd, tokens: spentTokens } = await sumSpent(tx, subject);
  const its = {
    orgId: null,
    teamId: null,
    appId: null,
    keyId: null,
    publicationId: null,
    publicationKeyId: null,
    [`${scope}Id`]: id,
  };
  await tx
    .insert(budgets)
    .values({ ...its, ...limits, subjectId: id, scope, month: thisMonth, spentUsd, spentTokens })
    .onConflictDoUpdate({ target: budgets.subjectId, set: limits });
}
