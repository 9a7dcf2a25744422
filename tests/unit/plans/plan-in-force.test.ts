import { describe, expect, onTestFinished, test, vi } from "vitest";
import { gigabyte } from "@/lib/constants/plans";
import { findPlanName, type PlanRow, toEffectivePlan } from "@/lib/server/access/plans/effective-plan";
import { forgetEnv } from "@/lib/server/platform/env/env";

const now = Date.parse("2026-03-01T12:00:00Z");
const hour = 60 * 60 * 1_000;
const day = 24 * hour;
const inMs = (ms: number) => new Date(now + ms);

const nothing: PlanRow = {
  plan: null,
  stripePlan: null,
  stripeTrial: false,
  stripeEndsAt: null,
  stripeCancelled: false,
  addonUsers: 0,
  addonStorage: 0,
};

function env(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  forgetEnv();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    forgetEnv();
  });
}
const stripe = { STRIPE_SECRET_KEY: "sk_test", STRIPE_WEBHOOK_SECRET: "whsec" };

describe("the plan in force", () => {
  test("is the server's while Stripe is not set up, whatever its row says of Stripe", () => {
    expect(findPlanName({ ...nothing, stripePlan: "pro" }, now)).toBe("enterprise");
    env({ DEFAULT_PLAN: "teams" });
    expect(findPlanName({ ...nothing, stripePlan: "pro" }, now)).toBe("teams");
  });

  test("is the administrator's choice before all", () => {
    env({ ...stripe, DEFAULT_PLAN: "teams" });
    expect(findPlanName({ ...nothing, plan: "free", stripePlan: "pro" }, now)).toBe("free");
  });

  test.each<[string, Partial<PlanRow>, string]>([
    ["nothing bought", {}, "free"],
    ["a trial that goes on", { stripePlan: "pro", stripeTrial: true, stripeEndsAt: inMs(1) }, "pro"],
    ["a trial that is over", { stripePlan: "pro", stripeTrial: true, stripeEndsAt: inMs(0) }, "free"],
    ["a plan without an end", { stripePlan: "teams" }, "teams"],
    ["a plan whose renewal is late", { stripePlan: "teams", stripeEndsAt: inMs(hour - 3 * day) }, "teams"],
    ["a plan that was not renewed", { stripePlan: "teams", stripeEndsAt: inMs(-3 * day) }, "free"],
    ["one cancelled, until its end", { stripePlan: "pro", stripeCancelled: true, stripeEndsAt: inMs(1) }, "pro"],
    ["one cancelled, at its end", { stripePlan: "pro", stripeCancelled: true, stripeEndsAt: inMs(0) }, "free"],
  ])("by Stripe's word: %s", (_, row, plan) => {
    env({ ...stripe, DEFAULT_PLAN: "enterprise" });
    expect(findPlanName({ ...nothing, ...row }, now)).toBe(plan);
  });

  test.each<[NonNullable<PlanRow["plan"]>, number, number]>([
    ["free", 1, gigabyte / 10.24],
    ["pro", 1, 3 * gigabyte],
    ["teams", 15, 12 * gigabyte],
    ["enterprise", 1_000_000, 10 * gigabyte],
  ])("%s counts what was bought beside it, where it may be: %d seats", (plan, users, storage) => {
    const { limits } = toEffectivePlan({ ...nothing, plan, addonUsers: 5, addonStorage: 2 });
    expect([limits.users, limits.maxVectorBytes]).toEqual([users, storage]);
  });
});
