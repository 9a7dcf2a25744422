import { describe, expect, it } from "vitest";
import { buy, confirm, customerOf, newOwner, orgRow, planName, viewOf, withStripe } from "../support/billing";
import { expectOk } from "../support/client";
import { randomFrom } from "../support/random";
import { cards, type StripeEvent } from "../support/standins/stripe/types";
import { unlimited } from "../support/unlimited";

unlimited();
const stripe = withStripe();

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((first, i) => permutations(all.toSpliced(i, 1)).map((rest) => [first, ...rest]));
}

const steps = ["upgrade", "failed card", "downgrade", "cancel"] as const;
type Step = (typeof steps)[number];

/** Of an event that somebody has got hold of and changed, or kept for too long. */
const forgeries = [
  { secret: "whsec_of_somebody" },
  { age: 3_600 },
  { payload: JSON.stringify({ id: "evt_forged", object: "event", type: "customer.subscription.created" }) },
];

/** What happened at Stripe since the last look, as events that nobody has been sent. */
function eventsSince(count: number, customer: string): StripeEvent[] {
  return stripe()
    .shop.events.slice(count)
    .filter(({ data }) => (data.object as { customer?: string }).customer === customer);
}

async function liveThrough(step: Step, customer: string): Promise<void> {
  const standin = stripe();
  const [subscription] = [...standin.shop.subscriptions.values()].filter((one) => one.customer === customer);
  const id = subscription?.id ?? "";
  const change = (body: string) =>
    fetch(`${standin.url}/v1/subscriptions/${id}`, {
      method: "POST",
      headers: { authorization: `Bearer ${standin.key}` },
      body,
    });
  const item = subscription?.items.data[0]?.id ?? "";
  if (step === "upgrade") await change(`items[0][id]=${item}&items[0][price]=price_teams`);
  if (step === "downgrade") await change(`items[0][id]=${item}&items[0][price]=price_pro`);
  if (step === "cancel") standin.inPortal(customer, "cancel");
  if (step === "failed card") {
    standin.inPortal(customer, "card", cards.failsLater);
    if (!subscription?.cancel_at_period_end) standin.retry(customer);
  }
}

describe.each(permutations(steps).map((order) => [order.join(", "), order] as const))("%s", (name, order) => {
  const random = randomFrom([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7));

  /** In any order, some twice, some forged, several at once. */
  async function deliverAnyhow(events: StripeEvent[]): Promise<void> {
    const mixed = [...events, ...events.filter(() => random() < 0.5)].toSorted(() => random() - 0.5);
    await Promise.all(
      mixed.map(async (event) => {
        const forgery = forgeries[Math.floor(random() * forgeries.length)];
        if (random() < 0.5) expect(await stripe().deliver(event, forgery)).toBe(400);
        expect(await stripe().deliver(event)).toBe(200);
      }),
    );
  }

  it("the events of a whole life, delivered in this order and worse, end in the plan that Stripe has", async () => {
    const ada = await newOwner();
    expect(await planName(ada)).toBe("pro");
    stripe().hold();
    await buy(stripe(), ada, { plan: "pro" });
    const customer = await customerOf(ada);
    const begun = eventsSince(0, customer);
    const groups = new Map<Step, StripeEvent[]>();
    for (const step of steps) {
      const before = stripe().shop.events.length;
      await liveThrough(step, customer);
      groups.set(step, eventsSince(before, customer));
    }
    for (const step of order) await deliverAnyhow(groups.get(step) ?? []);
    await deliverAnyhow(begun);
    expect(await orgRow(ada.orgId)).toMatchObject({ stripePlan: "pro", stripeTrial: false, stripeCancelled: true });
    // The paid time ends.
    const before = stripe().shop.events.length;
    stripe().giveUp(customer);
    await deliverAnyhow(eventsSince(before, customer));
    await deliverAnyhow(begun);
    expect(await planName(ada)).toBe("free");
    stripe().hold(false);
  });

  it("a life that takes these steps in this order has the right plan after each of them", async () => {
    const ada = await newOwner();
    stripe().hold();
    await buy(stripe(), ada, { plan: "pro" });
    const customer = await customerOf(ada);
    const held: StripeEvent[] = eventsSince(0, customer);
    await deliverAnyhow(held);
    const expected = { plan: "pro", cancelled: false, failing: false };
    for (const step of order) {
      const before = stripe().shop.events.length;
      await liveThrough(step, customer);
      const events = eventsSince(before, customer);
      held.push(...events);
      // Older events come once more among the new ones.
      await deliverAnyhow([...events, ...held.filter(() => random() < 0.3)]);
      if (step === "upgrade") expected.plan = "teams";
      if (step === "downgrade") expected.plan = "pro";
      if (step === "cancel") expected.cancelled = true;
      if (step === "failed card") expected.failing = !expected.cancelled;
      expect({ step, ...(await viewOf(ada)) }).toMatchObject({ step, ...expected });
    }
    const before = stripe().shop.events.length;
    stripe().giveUp(customer);
    await deliverAnyhow([...eventsSince(before, customer), ...held]);
    expect(await viewOf(ada)).toMatchObject({ plan: "free", cancelled: false, failing: false, subscribed: false });
    // Whoever has left can come back.
    stripe().hold(false);
    await buy(stripe(), ada, { plan: "teams" });
    expect(await planName(ada)).toBe("teams");
    await expectOk(confirm(ada, { plan: "free" }));
    expect(await viewOf(ada)).toMatchObject({ plan: "teams", cancelled: true });
  });
});
