import { and, eq, inArray } from "drizzle-orm";
import { type Reader, type Subject, toSnapshot } from "../../access/audit/subject";
import { lockAccount } from "../../access/auth/lock-account";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { budgets } from "../../platform/db/tables/budgets";
import { orgMembers, teams } from "../../platform/db/tables/teams";

export const apiKey: Reader = async (tx, { accountId }, id) => {
  await lockAccount(tx, accountId);
  const [row] = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId)))
    .for("no key update");
  return row ? toSnapshot(row) : null;
};

/** A key's changes are audited in every organization that it can access. */
export const accessibleOrgs: NonNullable<Subject["orgs"]> = async (tx, { accountId }, { exact }) => {
  const { teamIds } = exact as { teamIds: string[] | null };
  const found = teamIds
    ? await tx.selectDistinct({ orgId: teams.orgId }).from(teams).where(inArray(teams.id, teamIds))
    : await tx.select({ orgId: orgMembers.orgId }).from(orgMembers).where(eq(orgMembers.accountId, accountId));
  return found.map(({ orgId }) => orgId);
};

/** The budget's subject with its limits, which are null without a budget. Locks the subject. */
export const budgetReader =
  (of: Reader): Reader =>
  async (tx, call, id) => {
    const its = await of(tx, call, id);
    if (!its) return null;
    const [row] = await tx.select().from(budgets).where(eq(budgets.subjectId, id));
    const { money = null, tokens = null, hard = null } = row ?? {};
    const limits = { money, tokens, mode: hard === null ? null : hard ? "hard" : "soft" };
    const { teamIds } = its.exact as { teamIds?: unknown };
    return { ...its, shown: limits, exact: { ...limits, teamIds } };
  };
