import { eq } from "drizzle-orm";
import { accounts } from "../accounts/table";
import { type Db, openDatabase } from "../db/client";
import { AppError } from "../http/errors";
import { orgs } from "../teams/table";
import { stripeIsSetUp } from "./plan-in-force";

type Reader = Pick<Db, "select">;

/** The figures that a plan's refusal carries. */
export interface LimitFigures {
  limit: string;
  used: number;
  max: number;
}

export const limitError = (orgId: string, sentence: string, figures: LimitFigures): AppError =>
  new AppError("limit", sentence, { data: { ...figures }, orgId });

export interface PlanHolder {
  owner: { id: string; name: string };
  org: string;
  /** The owner can change it under Billing; else whoever runs the server does. */
  sold: boolean;
}

export async function planHolder(db: Reader, orgId: string): Promise<PlanHolder | undefined> {
  const [row] = await db
    .select({ id: accounts.id, name: accounts.name, org: orgs.name, plan: orgs.plan })
    .from(orgs)
    .innerJoin(accounts, eq(accounts.id, orgs.ownerId))
    .where(eq(orgs.id, orgId));
  if (!row) return undefined;
  const { id, name, org, plan } = row;
  return { owner: { id, name }, org, sold: stripeIsSetUp() && plan === null };
}

/** Who can change the plan, as a sentence for this account; without one for anybody. */
export function whoChanges(
  { owner, org, sold }: PlanHolder,
  accountId?: string,
  text = (name: string) => name,
): string {
  if (!sold) return "The administrator of this server can change the plan.";
  if (owner.id === accountId) return "You can choose another plan under Billing.";
  return `${text(owner.name)}, who owns ${text(org)}, can change the plan.`;
}

/** A plan's refusal with who can change that; any other failure as it is. */
export async function explained(error: AppError, accountId?: string): Promise<AppError> {
  const { orgId } = error.extra;
  if (!orgId) return error;
  const { db } = await openDatabase();
  const holder = await planHolder(db, orgId);
  if (!holder) return error;
  return new AppError(error.code, `${error.message} ${whoChanges(holder, accountId)}`, {
    ...error.extra,
    cause: error,
  });
}
