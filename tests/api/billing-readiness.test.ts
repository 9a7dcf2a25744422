import { describe, expect, it } from "vitest";
import { type Billing, billing } from "@/lib/contract/billing/schemas";
import { confirm, newOwner, type Owner, orgRow, setEnv, viewOf, withStripe } from "../support/billing";
import { callAs, expectOk } from "../support/client";

const stripe = withStripe();
const plansOf = async (owner: Owner) => ((await viewOf(owner)) as unknown as Billing).plans;
const read = ({ token, slug }: Owner) => ({ token, query: { resourceSlug: slug } });

describe("readiness", () => {
  it("names what is missing: settings, prices that Stripe does not know, a key that it refuses", async () => {
    const ada = await newOwner();
    const ready = () => expectOk(callAs(billing.ready, read(ada)));
    expect(await ready()).toEqual({ ready: true, missing: [] });
    setEnv({ STRIPE_PRICE_TEAMS: undefined });
    expect(await ready()).toEqual({ ready: false, missing: ["STRIPE_PRICE_TEAMS"] });
    expect(await confirm(ada, { plan: "teams" })).toMatchObject({ status: 409 });
    setEnv({ STRIPE_PRICE_TEAMS: "price_nobody_has" });
    expect(await ready()).toEqual({ ready: false, missing: ["STRIPE_PRICE_TEAMS"] });
    for (const other of [{ currency: "eur" }, { recurring: { interval: "year", interval_count: 1 } }]) {
      stripe().shop.addPrice("price_other", 19_900);
      Object.assign(stripe().shop.price("price_other", "id"), other);
      setEnv({ STRIPE_PRICE_TEAMS: `price_other, price_of_${JSON.stringify(other).length}` });
      expect(await ready()).toEqual({ ready: false, missing: ["STRIPE_PRICE_TEAMS"] });
    }
    setEnv({ STRIPE_PRICE_TEAMS: "price_teams", STRIPE_SECRET_KEY: "sk_test_wrong" });
    expect(await ready()).toEqual({ ready: false, missing: ["STRIPE_SECRET_KEY"] });
    setEnv({ STRIPE_SECRET_KEY: "sk_test_standin" });
    expect(await ready()).toEqual({ ready: true, missing: [] });
  });

  it("shows each plan with Stripe's ids, and none where nothing is sold", async () => {
    const ada = await newOwner();
    const idsOf = async () =>
      (await plansOf(ada)).map(({ plan, price, priceId, productId }) => [plan, price, priceId, productId]);
    expect(await idsOf()).toEqual([
      ["free", 0, null, null],
      ["pro", 99, "price_pro", "prod_price_pro"],
      ["teams", 199, "price_teams", "prod_price_teams"],
      ["enterprise", null, null, null],
    ]);
    setEnv({ STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined });
    expect((await idsOf()).map(([, , ...ids]) => ids)).toEqual([1, 2, 3, 4].map(() => [null, null]));
    setEnv({ STRIPE_SECRET_KEY: "sk_test_standin", STRIPE_WEBHOOK_SECRET: "whsec_of_the_test" });
    const [free, , teams] = await plansOf(ada);
    expect(free).toEqual({
      plan: "free",
      title: "Free",
      price: 0,
      isPopular: false,
      storageAddon: false,
      usersAddon: false,
      priceId: null,
      productId: null,
    });
    expect(teams).toMatchObject({ title: "Teams", isPopular: true, storageAddon: true, usersAddon: true });
  });

  it("is calm without keys, and the default plan holds", async () => {
    const ada = await newOwner();
    setEnv({ STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined });
    const sentence = "Billing isn't configured on this server. Plans are managed by the server administrator.";
    expect(await viewOf(ada)).toMatchObject({
      setUp: false,
      ready: false,
      plan: "enterprise",
      trial: false,
      endsAt: null,
    });
    expect(await expectOk(callAs(billing.ready, read(ada)))).toEqual({
      ready: false,
      missing: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
    });
    expect(await expectOk(callAs(billing.hasPaymentMethod, read(ada)))).toEqual({ ok: false });
    for (const answer of [await confirm(ada, { plan: "pro" }), await callAs(billing.portalLink, read(ada))])
      expect(answer).toMatchObject({ status: 409, body: { error: sentence } });
    expect(await orgRow((await newOwner()).orgId)).toMatchObject({ stripePlan: null, stripeTrial: false });
    setEnv({ STRIPE_SECRET_KEY: "sk_test_standin", STRIPE_WEBHOOK_SECRET: "whsec_of_the_test" });
  });
});
