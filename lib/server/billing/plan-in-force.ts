import {
  type PlanDefinition,
  type PlanLimits,
  type PlanName,
  plans,
  renewalGraceMs,
  storageAddonBytes,
} from "@/lib/constants/plans";
import { env } from "../env";
import { orgs } from "../teams/table";

/** What an organisation's row says of its plan. Read it at each check: a plan is never kept. */
export const planColumns = {
  plan: orgs.plan,
  stripePlan: orgs.stripePlan,
  stripeTrial: orgs.stripeTrial,
  stripeEndsAt: orgs.stripeEndsAt,
  stripeCancelled: orgs.stripeCancelled,
  addonUsers: orgs.addonUsers,
  addonStorage: orgs.addonStorage,
};

export type PlanRow = Pick<typeof orgs.$inferSelect, keyof typeof planColumns>;

export interface OrgPlan {
  plan: PlanName;
  title: string;
  /** With what was bought beside the plan. */
  limits: PlanLimits;
}

/** Without its keys billing says that it is not set up, and DEFAULT_PLAN holds. */
export const stripeIsSetUp = (): boolean => env().STRIPE_SECRET_KEY !== undefined;

/** A trial and a cancelled plan end on time; one that is renewed waits a little for the word of it. */
function stripeHolds({ stripeTrial, stripeCancelled, stripeEndsAt }: PlanRow, now: number): boolean {
  if (!stripeEndsAt) return true;
  const grace = stripeTrial || stripeCancelled ? 0 : renewalGraceMs;
  return stripeEndsAt.getTime() + grace > now;
}

/** The name of the plan in force: the administrator's choice, else what Stripe says while it holds, else the server's. */
export function planNameOf(row: PlanRow, now = Date.now()): PlanName {
  if (row.plan) return row.plan;
  if (!stripeIsSetUp()) return env().DEFAULT_PLAN;
  return row.stripePlan && stripeHolds(row, now) ? row.stripePlan : "free";
}

export function planInForce(row: PlanRow, now = Date.now()): OrgPlan {
  const { plan, title, limits, usersAddon, storageAddon }: PlanDefinition = plans[planNameOf(row, now)];
  const users = limits.users + (usersAddon ? row.addonUsers : 0);
  const maxVectorBytes = limits.maxVectorBytes + (storageAddon ? row.addonStorage * storageAddonBytes : 0);
  return { plan, title, limits: { ...limits, users, maxVectorBytes } };
}
