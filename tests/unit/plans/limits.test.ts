import { describe, expect, test } from "vitest";
import { planLabel } from "@/components/shared/details/plan-label";
import { type PlanName, planNames } from "@/lib/constants/plan-names";
import { plans, type SchedulePeriod, schedulePeriods } from "@/lib/constants/plans";
import { type ProviderId, providerIds } from "@/lib/constants/providers";
import { checkPeriod, checkProvider } from "@/lib/server/access/plans/limits";
import { AppError } from "@/lib/server/platform/errors/errors";

const on = (name: PlanName) => {
  const { plan, title, limits } = plans[name];
  return { orgId: "org_x", plan, title, limits };
};

/** The answer's body where it is refused, else null. */
async function refusal(check: () => void): Promise<unknown> {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.toResponse().json();
  }
}

const every = providerIds.filter((id) => id !== "demo");
const allowed: Record<PlanName, readonly ProviderId[]> = {
  free: ["open_ai"],
  pro: ["open_ai", "anthropic"],
  teams: every,
  enterprise: every,
};

describe.each(planNames)("models on %s", (name) => {
  test.each(every)("of %s", async (provider) => {
    for (const kind of ["llm", "embedding"] as const) {
      const refused = await refusal(() => checkProvider(on(name), provider, kind));
      if (allowed[name].includes(provider)) expect(refused).toBeNull();
      else expect(refused).toMatchObject({ code: "limit", limit: "providers", used: 0, max: 0 });
    }
  });

  test("of the offline demo are always allowed", async () => {
    expect(await refusal(() => checkProvider(on(name), "demo", "llm"))).toBeNull();
  });
});

describe("schedules", () => {
  const periods: Record<PlanName, readonly SchedulePeriod[]> = {
    free: [],
    pro: ["year", "month", "week", "day"],
    teams: ["year", "month", "week", "day", "hour"],
    enterprise: schedulePeriods,
  };

  test.each(planNames)("on %s", async (name) => {
    for (const period of schedulePeriods) {
      const refused = await refusal(() => checkPeriod(on(name), period));
      if (periods[name].includes(period)) expect(refused).toBeNull();
      else expect(refused).toMatchObject({ code: "limit", limit: "periods" });
    }
  });

  test("say what is allowed instead", async () => {
    expect(await refusal(() => checkPeriod(on("pro"), "hour"))).toMatchObject({
      error: "On the Pro plan, schedules can run up to once a day, not once an hour.",
    });
    expect(await refusal(() => checkPeriod(on("free"), "year"))).toMatchObject({
      error: "The Free plan doesn't include schedules.",
    });
  });
});

test("a plan's name", () => {
  expect([
    planLabel("free", false),
    planLabel("free", true),
    planLabel("pro", true),
    planLabel("teams", false),
  ]).toEqual(["Free Plan", "Free Plan", "Pro Plan (Trial)", "Teams Plan"]);
});
