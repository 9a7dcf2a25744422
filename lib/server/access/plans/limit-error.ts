import { eq } from "drizzle-orm";
import { openDatabase, type Reader } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { orgs } from "../../platform/db/tables/teams";
import { AppError } from "../../platform/errors/errors";
import { isStripeConfigured } from "./effective-plan";

/** The details of a plan limit error. */
interface LimitFigures {
  limit: string;
  used: number;
  max: number;
}

export const createLimitError = (orgId: string, sentence: string, figures: LimitFigures): AppError =>
  new AppError("limit", sentence, { data: { ...figures }, orgId });

interface PlanHolder {
  owner: { id: string; name: string };
  org: string;
  /** The owner can change it under Billing; otherwise the operator. */
  sold: boolean;
}

export async function getPlanHolder(db: Reader, orgId: string): Promise<PlanHolder | undefined> {
  const [row] = await db
    .select({ id: accounts.id, name: accounts.name, org: orgs.name, plan: orgs.plan })
    .from(orgs)
    .innerJoin(accounts, eq(accounts.id, orgs.ownerId))
    .where(eq(orgs.id, orgId));
  if (!row) return undefined;
  const { id, name, org, plan } = row;
  return { owner: { id, name }, org, sold: isStripeConfigured() && plan === null };
}

/** Who can change the plan, as a sentence for this account, or for anyone. */
export function describePlanHolder(
  { owner, org, sold }: PlanHolder,
  accountId?: string,
  text = (name: string) => name,
): string {
  if (!sold) return "The server administrator can change the plan.";
  if (owner.id === accountId) return "You can choose another plan in Billing.";
  return `${text(owner.name)}, who owns ${text(org)}, can change the plan.`;
}

/** Adds to a plan limit error who can change the plan; other errors are unchanged. */
export async function explainLimit(error: AppError, accountId?: string): Promise<AppError> {
  const { orgId } = error.extra;
  if (!orgId) return error;
  const { db } = await openDatabase();
  const holder = await getPlanHolder(db, orgId);
  if (!holder) return error;
  return new AppError(error.code, `${error.message} ${describePlanHolder(holder, accountId)}`, {
    ...error.extra,
    cause: error,
  });
}
