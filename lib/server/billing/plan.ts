import { and, eq, isNull } from "drizzle-orm";
import { Plan } from "@/lib/constants/plans";
import type { ProviderId } from "@/lib/constants/providers";
import { accounts } from "../accounts/table";
import type { Db, Tx } from "../db/client";
import { AppError, notFound } from "../http/errors";
import { orgs } from "../teams/table";
import { type OrgPlan, planColumns, planInForce, stripeIsSetUp } from "./plan-in-force";

type Reader = Pick<Db, "select">;

/** The plan in force of an organisation. */
export async function planOf(db: Reader, orgId: string): Promise<OrgPlan> {
  const [row] = await db.select(planColumns).from(orgs).where(eq(orgs.id, orgId));
  if (!row) throw notFound("This organization");
  return planInForce(row);
}

const words = { orgs: "organizations", teams: "teams", users: "members", maxFunctionTools: "function tools" } as const;
export type CountLimit = Exclude<keyof typeof words, "orgs">;

/** Locks the organisation, then refuses one more than its plan allows. Call it inside the writing transaction. */
export async function requireWithin(
  tx: Tx,
  orgId: string,
  limit: CountLimit,
  used: () => Promise<number>,
): Promise<void> {
  const own = and(eq(orgs.id, orgId), isNull(orgs.dateDeleted));
  const [org] = await tx.select({ id: orgs.id }).from(orgs).where(own).for("no key update");
  if (!org) throw notFound("This organization");
  const { title, limits } = await planOf(tx, orgId);
  requireBelow(limit, title, limits[limit], await used(), orgId);
}

function requireBelow(limit: keyof typeof words, title: string, max: number, used: number, orgId?: string): void {
  if (used < max) return;
  const sentence = `The ${title} plan allows ${max} ${words[limit]}.`;
  throw new AppError("limit", sentence, { data: { limit, used, max }, ...(orgId && { orgId }) });
}

/** Locks the account, then refuses it one more organisation than the best plan among its own allows. */
export async function requireOwnOrgs(tx: Tx, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("update");
  const owned = await tx
    .select(planColumns)
    .from(orgs)
    .where(and(eq(orgs.ownerId, accountId), isNull(orgs.dateDeleted)));
  const [first, ...rest] = owned.map((row) => planInForce(row));
  // The first is always free to make.
  if (!first) return;
  const best = rest.reduce((a, b) => (b.limits.orgs > a.limits.orgs ? b : a), first);
  requireBelow("orgs", best.title, best.limits.orgs, owned.length);
}

/** Refuses to keep sessions for longer than the plan allows. */
export async function requireSessionDays(db: Reader, orgId: string, days: number): Promise<void> {
  const { title, limits } = await planOf(db, orgId);
  const max = limits.sessionDays;
  if (max === 0 || (days > 0 && days <= max)) return;
  throw new AppError("limit", `The ${title} plan keeps sessions for at most ${max} days.`, {
    ...{ data: { limit: "sessionDays", used: days, max }, orgId },
  });
}

/** Refuses a provider that the plan does not include. */
export async function requireProvider(
  db: Reader,
  orgId: string,
  provider: ProviderId,
  modelType: "llm" | "embedding",
): Promise<void> {
  checkProvider({ orgId, ...(await planOf(db, orgId)) }, provider, modelType);
}

/** The same where the plan is known. */
export function checkProvider(
  { orgId, title, limits }: OrgPlan & { orgId: string },
  provider: ProviderId,
  modelType: "llm" | "embedding",
): void {
  const allowed = modelType === "llm" ? limits.llmProviders : limits.embeddingProviders;
  if (allowed.includes(provider)) return;
  throw new AppError("limit", `The ${title} plan does not include this provider.`, {
    ...{ data: { limit: "providers", used: 0, max: 0 }, orgId },
  });
}

/** What an account reads of the plan in force, with the dates that Stripe has set to it. */
export async function stripeOf(db: Reader, orgId: string) {
  const columns = { ...planColumns, stripeCustomerId: orgs.stripeCustomerId };
  const [row] = await db.select(columns).from(orgs).where(eq(orgs.id, orgId));
  if (!row) throw notFound("This organization");
  const { plan } = planInForce(row);
  if (!stripeIsSetUp() || row.plan) return { ...noStripe, stripePlan: plan };
  const { stripeCustomerId, stripeEndsAt, stripeTrial, stripeCancelled } = row;
  const holds = row.stripePlan === plan;
  return {
    ...{ stripeCustomerId, stripePlan: plan, stripeEndsAt },
    ...{ stripeTrial: holds && stripeTrial, stripeCancelled: holds && stripeCancelled },
  };
}

/** While Stripe is not set up no organisation has an end date or a customer. */
const noStripe = { stripeCustomerId: null, stripeTrial: false, stripeEndsAt: null, stripeCancelled: false };
export const withoutOrg = { ...noStripe, stripePlan: Plan.FREE };
