/** Separate from `plans.ts`, which is larger: every page shows the name of its plan. */
export const Plan = { FREE: "free", PRO: "pro", TEAMS: "teams", ENTERPRISE: "enterprise" } as const;
export type PlanName = (typeof Plan)[keyof typeof Plan];
export const planNames: readonly PlanName[] = Object.values(Plan);

export const isPlanName = (name: string): name is PlanName => (planNames as readonly string[]).includes(name);

export const planTitles: Record<PlanName, string> = {
  free: "Free",
  pro: "Pro",
  teams: "Teams",
  enterprise: "Enterprise",
};

/** Limits of at least this number count as unlimited. */
export const unlimited = 1_000_000;
