import { and, eq, isNull } from "drizzle-orm";
import { type PlanLimits, type PlanName, plans } from "@/lib/constants/plans";
import type { ProviderId } from "@/lib/constants/providers";
import { accounts } from "../accounts/table";
import type { Db, Tx } from "../db/client";
import { env } from "../env";
import { AppError, notFound } from "../http/errors";
import { orgs } from "../teams/table";

type Reader = Pick<Db, "select">;

export interface OrgPlan {
  plan: PlanName;
  title: string;
  limits: PlanLimits;
}

/** The plan in force: one set by the administrator, else that of `DEFAULT_PLAN`, read at each check and never stored. */
export async function planOf(db: Reader, orgId: string): Promise<OrgPlan> {
  const [org] = await db.select({ plan: orgs.plan }).from(orgs).where(eq(orgs.id, orgId));
  const { plan, title, limits } = plans[org?.plan ?? env().DEFAULT_PLAN];
  return { plan, title, limits };
}

/** The plan's days for sessions, by what its organisation's row says of its plan. */
export const planSessionDays = (plan: PlanName | null): number => plans[plan ?? env().DEFAULT_PLAN].limits.sessionDays;

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
    .select({ plan: orgs.plan })
    .from(orgs)
    .where(and(eq(orgs.ownerId, accountId), isNull(orgs.dateDeleted)));
  const standard = plans[env().DEFAULT_PLAN];
  const [first = standard, ...rest] = owned.map(({ plan }) => (plan ? plans[plan] : standard));
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
  checkProvider({ orgId, plan: (await planOf(db, orgId)).plan }, provider, modelType);
}

/** The same by what the organisation's row says of its plan. */
export function checkProvider(
  { orgId, plan }: { orgId: string; plan: PlanName | null },
  provider: ProviderId,
  modelType: "llm" | "embedding",
): void {
  const { title, limits } = plans[plan ?? env().DEFAULT_PLAN];
  const allowed = modelType === "llm" ? limits.llmProviders : limits.embeddingProviders;
  if (allowed.includes(provider)) return;
  throw new AppError("limit", `The ${title} plan does not include this provider.`, {
    ...{ data: { limit: "providers", used: 0, max: 0 }, orgId },
  });
}

/** While Stripe is not set up no organisation has an end date or a customer. */
export function stripeOf(plan: PlanName) {
  return { stripeCustomerId: null, stripePlan: plan, stripeTrial: false, stripeEndsAt: null, stripeCancelled: false };
}
