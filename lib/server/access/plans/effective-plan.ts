import type { PlanName } from "@/lib/constants/plan-names";
import { type PlanDefinition, type PlanLimits, plans, renewalGraceMs, storageAddonBytes } from "@/lib/constants/plans";
import { orgs } from "../../platform/db/tables/teams";
import { env } from "../../platform/env/env";

/** The plan columns of an organization. Read at each check: plans are not cached. */
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
  /** Including add-ons. */
  limits: PlanLimits;
}

/** Without Stripe's keys billing is disabled, and DEFAULT_PLAN applies. */
export const isStripeConfigured = (): boolean => env().STRIPE_SECRET_KEY !== undefined;

/** Trials and cancelled plans end on time; for a renewing one there is a grace period. */
function isStripePlanActive({ stripeTrial, stripeCancelled, stripeEndsAt }: PlanRow, now: number): boolean {
  if (!stripeEndsAt) return true;
  const grace = stripeTrial || stripeCancelled ? 0 : renewalGraceMs;
  return stripeEndsAt.getTime() + grace > now;
}

/** Returns the effective plan: the administrator's choice, otherwise Stripe's while valid, otherwise the server's default. */
export function findPlanName(row: PlanRow, now = Date.now()): PlanName {
  if (row.plan) return row.plan;
  if (!isStripeConfigured()) return env().DEFAULT_PLAN;
  return row.stripePlan && isStripePlanActive(row, now) ? row.stripePlan : "free";
}

export function toEffectivePlan(row: PlanRow, now = Date.now()): OrgPlan {
  const { plan, title, limits, usersAddon, storageAddon }: PlanDefinition = plans[findPlanName(row, now)];
  const users = limits.users + (usersAddon ? row.addonUsers : 0);
  const maxVectorBytes = limits.maxVectorBytes + (storageAddon ? row.addonStorage * storageAddonBytes : 0);
  return { plan, title, limits: { ...limits, users, maxVectorBytes } };
}
