import { describe, expect, test } from "vitest";
import { planState } from "@/components/shell/sidebar/plan-state";

const created = "2026-01-01T00:00:00.000Z";
const ends = "2026-01-11T00:00:00.000Z";
const now = new Date("2026-01-06T00:00:00.000Z");

const view = (plan: string | null, trial: boolean, endsAt: string | null, createdAt: string | null = created) => ({
  currentOrgDateCreated: createdAt,
  stripe: {
    stripeCustomerId: null,
    stripePlan: plan,
    stripeTrial: trial,
    stripeEndsAt: endsAt,
    stripeCancelled: false,
  },
});

describe("the plan box", () => {
  test.each([
    ["free", false, "Free Plan"],
    ["pro", true, "Pro Plan (Trial)"],
    ["teams", true, "Teams Plan (Trial)"],
  ])("%s, trial %s: %s", (plan, trial, title) => {
    expect(planState(view(plan, trial, ends), now)).toEqual({ title, percent: 50, until: new Date(ends) });
  });

  test.each<[string, string | null, boolean, string | null]>([
    ["no plan", null, true, ends],
    ["no end", "free", false, null],
    ["paid", "pro", false, ends],
  ])("is hidden with %s", (_, plan, trial, endsAt) => {
    expect(planState(view(plan, trial, endsAt), now)).toBeNull();
  });

  test("never shows less than nothing or more than all of the time", () => {
    const at = (date: string) => planState(view("free", false, ends), new Date(date))?.percent;
    expect([at("2025-12-01"), at("2026-01-01"), at("2026-01-11"), at("2027-01-01")]).toEqual([0, 0, 100, 100]);
    expect(planState(view("free", false, created, ends), now)?.percent).toBe(100);
  });
});
