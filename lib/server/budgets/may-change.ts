import { and, eq } from "drizzle-orm";
import type { BudgetScope } from "@/lib/constants/budgets";
import { missingPermission } from "@/lib/permissions/checker";
import { apiKeys } from "../apikeys/table";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { budgetBits } from "./changers";

export type Caller = Pick<TeamCallContext, "accountId" | "permissions" | "principal">;
export type Which = { scope: BudgetScope; subjectId: string };

/** Why the caller may not change a budget, as the call that changes it would say; undefined when they may. */
export async function whyNot(
  db: Pick<Db, "select">,
  { accountId, permissions, principal }: Caller,
  { scope, subjectId }: Which,
): Promise<AppError | undefined> {
  if (scope === "key") {
    const own = and(eq(apiKeys.id, subjectId), eq(apiKeys.accountId, accountId));
    const [key] = principal.kind === "session" ? await db.select({ id: apiKeys.id }).from(apiKeys).where(own) : [];
    return key ? undefined : new AppError("forbidden", "Only the owner of the API key can let its runs pass.");
  }
  if (scope === "org" && principal.scope?.teamIds)
    return new AppError("forbidden", "This API key is limited to some teams and cannot decide for the organization.");
  const bit = budgetBits[scope];
  return permissions.has(bit) ? undefined : new AppError("forbidden", missingPermission(bit), { permission: bit });
}
