import { eq } from "drizzle-orm";
import type { BudgetForm } from "@/lib/contract/budgets/schemas";
import { thisMonth } from "../../engine/budgets/budget";
import type { Subject } from "../../engine/budgets/changers";
import { lockBudget } from "../../engine/budgets/service";
import type { Tx } from "../../platform/db/client";
import { budgets } from "../../platform/db/tables/budgets";
import { spentOf } from "./queries";

/** Sets, changes or removes a budget. A new one begins with what the month has come to, to the last call. */
export async function setBudget(tx: Tx, subject: Subject, { money, tokens, mode }: BudgetForm): Promise<void> {
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
  const { costUsd: spentUsd, tokens: spentTokens } = await spentOf(tx, subject);
  const its = { orgId: null, teamId: null, appId: null, keyId: null, [`${scope}Id`]: id };
  await tx
    .insert(budgets)
    .values({ ...its, ...limits, subjectId: id, scope, month: thisMonth, spentUsd, spentTokens })
    .onConflictDoUpdate({ target: budgets.subjectId, set: limits });
}
