import { eq } from "drizzle-orm";
import { onTestFinished, vi } from "vitest";
import type { PlanName } from "@/lib/constants/plan-names";
import { orgs } from "@/lib/server/platform/db/tables/teams";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { testDatabase } from "./database";
import { newAccount, newOrg, tokenOf } from "./people";

/** Sets what an organisation's row says of its plan. */
export async function setPlan(orgId: string, columns: Partial<typeof orgs.$inferInsert>): Promise<void> {
  const { db } = await testDatabase();
  await db.update(orgs).set(columns).where(eq(orgs.id, orgId));
}

/** Somebody with an organisation and a team of their own, on a plan. */
export async function ownerOn(plan: PlanName, columns: Partial<typeof orgs.$inferInsert> = {}) {
  const account = await newAccount("Ada");
  const place = await newOrg(account, "Ada's organization", "My team");
  await setPlan(place.orgId, { plan, ...columns });
  const token = await tokenOf(account);
  return { ...account, ...place, token, inTeam: { token, params: { resourceSlug: place.slug } } };
}
export type Owner = Awaited<ReturnType<typeof ownerOn>>;

/** Variables of the environment for the rest of a test. */
export function withEnv(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  forgetEnv();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    forgetEnv();
  });
}

/** Plans are sold, and none is tried first: the owner can change them under Billing. */
export const withStripe = (): void =>
  withEnv({ STRIPE_SECRET_KEY: "sk_test_plans", STRIPE_WEBHOOK_SECRET: "whsec_plans", TRIAL_DAYS: "0" });
