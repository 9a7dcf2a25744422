import { and, eq } from "drizzle-orm";
import type { BudgetScope } from "@/lib/constants/budgets";
import { missingPermission } from "@/lib/permissions/checker";
import type { TeamCallContext } from "../../access/calls/implement";
import type { Reader } from "../../platform/db/client";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { AppError } from "../../platform/errors/errors";
import { budgetPermissions } from "./budget-managers";

export type Caller = Pick<TeamCallContext, "accountId" | "permissions" | "principal">;
export type BudgetKey = { scope: BudgetScope; subjectId: string };

/** Returns the error that the update call would give the caller; undefined when they may change the budget. */
export async function findRefusal(
  db: Reader,
  { accountId, permissions, principal }: Caller,
  { scope, subjectId }: BudgetKey,
): Promise<AppError | undefined> {
  if (scope === "key") {
    const ownKey = and(eq(apiKeys.id, subjectId), eq(apiKeys.accountId, accountId));
    const [key] = principal.kind === "session" ? await db.select({ id: apiKeys.id }).from(apiKeys).where(ownKey) : [];
    return key ? undefined : new AppError("forbidden", "Only the API key's owner can allow its runs.");
  }
  if (scope === "org" && principal.scope?.teamIds)
    return new AppError("forbidden", "This API key is limited to specific teams and can't act for the organization.");
  const permission = budgetPermissions[scope];
  return permissions.has(permission)
    ? undefined
    : new AppError("forbidden", missingPermission(permission), { permission });
}
