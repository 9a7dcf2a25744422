import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import {
  type BillingChange,
  type BillingStatus,
  findBillingChanges,
} from "@/lib/server/access/billing/billing-changes";
import { findPriceId, findProduct, listPriceSettings } from "@/lib/server/access/billing/stripe/stripe-prices";
import {
  noSubscription,
  readBillingState,
  type SubscriptionView,
} from "@/lib/server/access/billing/stripe/stripe-state";
import { findItemChanges, isUpgrade, toLines } from "@/lib/server/access/billing/stripe/subscription-change";
import { forgetEnv } from "@/lib/server/platform/env/env";

const settings = {
  STRIPE_PRICE_PRO: "price_pro, price_pro_2024",
  STRIPE_PRICE_TEAMS: "price_teams",
  STRIPE_PRICE_USERS_ADDON: "price_users",
};
beforeEach(() => {
  Object.assign(process.env, settings);
  forgetEnv();
});
afterEach(() => {
  for (const name of Object.keys(settings)) delete process.env[name];
  forgetEnv();
});

const seconds = (iso: string): number => Date.parse(iso) / 1_000;
const periodEnd = "2026-12-01T00:00:00.000Z";

function subscription(
  changes: Partial<SubscriptionView> = {},
  ...prices: [id: string, quantity?: number][]
): SubscriptionView {
  const data = (prices.length > 0 ? prices : [["price_pro"] as const]).map(([id, quantity = 1]) => ({
    quantity,
    current_period_end: seconds(periodEnd),
    price: { id },
  }));
  return {
    id: "sub_1",
    status: "active",
    created: 1,
    cancel_at_period_end: false,
    cancel_at: null,
    trial_end: null,
    items: { data },
    ...changes,
  };
}

describe("the state of an organization's subscriptions", () => {
  it("is nothing without one", () => expect(readBillingState([], findProduct)).toEqual(noSubscription));

  it.each([
    ["active", "pro"],
    ["trialing", "pro"],
    ["past_due", "pro"],
    ["canceled", null],
    ["unpaid", null],
    ["incomplete", null],
    ["incomplete_expired", null],
    ["paused", null],
    ["a_word_of_tomorrow", null],
  ])("%s holds %s", (status, plan) => {
    expect(readBillingState([subscription({ status })], findProduct).plan).toBe(plan);
  });

  it("has the plan, what is beside it and the end of the period", () => {
    expect(readBillingState([subscription({}, ["price_users", 3], ["price_teams"])], findProduct)).toEqual({
      subscriptionId: "sub_1",
      status: "active",
      plan: "teams",
      trial: false,
      cancelled: false,
      endsAt: new Date(periodEnd),
      users: 3,
      storage: 0,
      begun: true,
    });
  });

  it.each([
    ["canceled", true],
    ["unpaid", true],
    ["incomplete", false],
    ["incomplete_expired", false],
  ])("%s has begun: %s", (status, begun) => {
    expect(readBillingState([subscription({ status })], findProduct)).toEqual({ ...noSubscription, begun });
  });

  it("knows older prices of a plan, and none that are not ours", () => {
    expect(readBillingState([subscription({}, ["price_pro_2024"])], findProduct).plan).toBe("pro");
    expect(readBillingState([subscription({}, ["price_of_something_else"])], findProduct)).toEqual(noSubscription);
    expect(readBillingState([subscription({}, ["price_users", 5])], findProduct)).toEqual(noSubscription);
  });

  it("ends with Stripe's trial, or when it was cancelled for", () => {
    const [trial, leave] = ["2026-11-20T00:00:00.000Z", "2026-11-25T00:00:00.000Z"];
    expect(
      readBillingState([subscription({ status: "trialing", trial_end: seconds(trial) })], findProduct),
    ).toMatchObject({
      trial: true,
      endsAt: new Date(trial),
      cancelled: false,
    });
    expect(readBillingState([subscription({ cancel_at: seconds(leave) })], findProduct)).toMatchObject({
      cancelled: true,
      endsAt: new Date(leave),
    });
    expect(readBillingState([subscription({ cancel_at_period_end: true })], findProduct)).toMatchObject({
      cancelled: true,
      endsAt: new Date(periodEnd),
    });
  });

  it("of several is the best plan that holds, then the newest, in whatever order they come", () => {
    const pro = subscription({ id: "sub_pro", created: 3 });
    const older = subscription({ id: "sub_older", created: 2 });
    const teams = subscription({ id: "sub_teams", created: 1 }, ["price_teams"]);
    const gone = subscription({ id: "sub_gone", created: 9, status: "canceled" }, ["price_teams"]);
    for (const all of [
      [pro, teams, gone, older],
      [gone, older, teams, pro],
    ])
      expect(readBillingState(all, findProduct)).toMatchObject({ subscriptionId: "sub_teams", plan: "teams" });
    for (const all of [
      [pro, gone, older],
      [older, gone, pro],
    ])
      expect(readBillingState(all, findProduct)).toMatchObject({ subscriptionId: "sub_pro", plan: "pro" });
  });
});

describe("prices", () => {
  it("sell the first id of a setting and know the others", () => {
    expect(findPriceId({ plan: "pro" })).toBe("price_pro");
    expect(findProduct("price_pro_2024")).toEqual({ plan: "pro" });
    expect(findPriceId({ addon: "storage" })).toBeUndefined();
    expect(listPriceSettings().filter(({ needed, id }) => needed && !id)).toEqual([]);
  });
});

describe("changing a subscription", () => {
  const item = (id: string, price: string, quantity = 1) => ({ id, quantity, price: { id: price } });
  const lines = (plan: "pro" | "teams", users = 0) =>
    toLines({ plan, users, storage: 0 }, () => new Error("not for sale"));

  it("puts the plan in place of the one before and leaves what is not ours", () => {
    expect(findItemChanges([item("si_1", "price_pro"), item("si_2", "price_of_support")], lines("teams"))).toEqual([
      { id: "si_1", quantity: 1, price: "price_teams" },
    ]);
  });

  it("adds, changes and removes what is beside it", () => {
    const had = [item("si_1", "price_teams"), item("si_2", "price_users", 2)];
    expect(findItemChanges(had, lines("teams", 5))).toEqual([
      { id: "si_1", quantity: 1 },
      { id: "si_2", quantity: 5 },
    ]);
    expect(findItemChanges(had, lines("teams"))).toEqual([
      { id: "si_1", quantity: 1 },
      { id: "si_2", deleted: true },
    ]);
    expect(findItemChanges([item("si_1", "price_teams")], lines("teams", 1))).toEqual([
      { id: "si_1", quantity: 1 },
      { price: "price_users", quantity: 1 },
    ]);
  });

  it("leaves an older price of the same plan", () => {
    expect(findItemChanges([item("si_1", "price_pro_2024")], lines("pro"))).toEqual([{ id: "si_1", quantity: 1 }]);
  });

  it("refuses what has no price", () => {
    expect(() => toLines({ plan: "pro", users: 0, storage: 1 }, () => new Error("not for sale"))).toThrow(
      "not for sale",
    );
  });

  test.each([
    ["a better plan", { plan: "teams", users: 0, storage: 0 }, true],
    ["more beside it", { plan: "pro", users: 0, storage: 2 }, true],
    ["less beside it", { plan: "pro", users: 0, storage: 0 }, false],
    ["a smaller plan, with more beside it", { plan: "free", users: 9, storage: 9 }, false],
  ] as const)("%s", (_, order, more) => {
    expect(isUpgrade(order, { plan: "pro", users: 0, storage: 1 })).toBe(more);
  });
});

describe("what the owner hears of", () => {
  const none: BillingStatus = {
    plan: null,
    stripePlan: null,
    stripeTrial: false,
    stripeCancelled: false,
    status: null,
  };
  const trial: BillingStatus = { ...none, stripePlan: "pro", stripeTrial: true };
  const pro: BillingStatus = { ...none, stripePlan: "pro", status: "active" };
  const teams: BillingStatus = { ...pro, stripePlan: "teams" };

  it.each<[string, BillingStatus, BillingStatus, BillingChange[]]>([
    ["nothing new", pro, pro, []],
    ["the first plan", none, pro, ["started"]],
    ["a plan after the trial", trial, pro, ["started"]],
    ["another plan", pro, teams, ["changed"]],
    ["a cancelled plan", pro, { ...pro, stripeCancelled: true }, ["ending"]],
    ["a plan taken up again", { ...pro, stripeCancelled: true }, pro, ["resumed"]],
    ["the end", pro, none, ["ended"]],
    ["a failed card", pro, { ...pro, status: "past_due" }, ["failed"]],
    ["a card that still fails", { ...pro, status: "past_due" }, { ...pro, status: "past_due" }, []],
    ["a card put right", { ...pro, status: "past_due" }, pro, []],
    ["another plan, whose card fails", pro, { ...teams, status: "past_due" }, ["changed", "failed"]],
    [
      "nothing of the plan that the administrator's goes before",
      { ...pro, plan: "teams" },
      { ...teams, plan: "teams" },
      [],
    ],
  ])("%s", (_, before, after, changes) => {
    expect(findBillingChanges(before, after)).toEqual(changes);
  });
});
