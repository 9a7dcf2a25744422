import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { receiveEvent } from "@/lib/server/access/billing/stripe-webhook";
import { billingEvents } from "@/lib/server/platform/db/tables/billing";
import { notifications } from "@/lib/server/platform/db/tables/notifications";
import { orgs } from "@/lib/server/platform/db/tables/teams";
import {
  buy,
  confirm,
  customerOf,
  newOwner,
  type Owner,
  planName,
  setEnv,
  sync,
  webhookSecret,
  withStripe,
} from "../support/billing";
import { expectOk, send } from "../support/client";
import { testDatabase } from "../support/database";
import type { StripeEvent } from "../support/standins/stripe/types";
import { signatureOf } from "../support/standins/stripe/webhooks";

const stripe = withStripe();

/** Somebody who has paid for a plan of which Muster has heard nothing, with the events that tell of it. */
async function unheard(plan = "teams"): Promise<{ ada: Owner; events: StripeEvent[] }> {
  const ada = await newOwner();
  stripe().hold();
  await buy(stripe(), ada, { plan });
  stripe().hold(false);
  const customer = await customerOf(ada);
  const events = stripe().shop.events.filter(
    ({ data }) => (data.object as { customer?: string }).customer === customer,
  );
  return { ada, events };
}

const lastOf = <T>(all: T[]): T => {
  const last = all.at(-1);
  if (last === undefined) throw new Error("There is none.");
  return last;
};

describe("an event that Stripe has not signed", () => {
  it.each([
    ["signed with another secret", { secret: "whsec_of_somebody" }],
    ["with another body than what was signed", { payload: '{"id":"evt_1"}' }],
    ["with one byte more than what was signed", { payload: " " }],
    ["without a signature", { header: "" }],
    ["with a signature of no form", { header: "v1=abc" }],
    ["signed 301 seconds ago", { age: 301 }],
    ["signed long ago", { age: 86_400 }],
  ])("%s is refused and changes nothing", async (_, tampering) => {
    const { ada, events } = await unheard();
    const event = lastOf(events);
    expect(await stripe().deliver(event, tampering)).toBe(400);
    expect(await planName(ada)).toBe("pro");
    const { db } = await testDatabase();
    expect(await db.select().from(billingEvents).where(eq(billingEvents.id, event.id))).toEqual([]);
    expect(await stripe().deliver(event)).toBe(200);
    expect(await planName(ada)).toBe("teams");
  });

  it("is refused with a sentence, whatever is in it", async () => {
    for (const body of ["", "{}", "not json", "[]", "\u0000"]) {
      const refused = await send("POST", "/webhooks/stripe", body || undefined, {
        headers: { "stripe-signature": "t=1,v1=00" },
      });
      expect(refused).toMatchObject({ status: 400, body: { error: "The Stripe signature is invalid or expired." } });
    }
  });

  it("is refused above a megabyte before it is looked at", async () => {
    expect(await send("POST", "/webhooks/stripe", "x".repeat(1024 * 1024 + 1))).toMatchObject({ status: 413 });
  });

  it("is taken when it is signed although its body is written another way than ours", async () => {
    const { ada, events } = await unheard();
    const payload = `${JSON.stringify(lastOf(events), null, 4)}\n`;
    const { db } = await testDatabase();
    await receiveEvent(db, payload, signatureOf(payload, webhookSecret, Math.floor(Date.now() / 1_000)));
    expect(await planName(ada)).toBe("teams");
  });
});

describe("an event that comes twice", () => {
  it("is handled once: the second asks Stripe nothing and tells nobody", async () => {
    const { db } = await testDatabase();
    const { ada, events } = await unheard();
    const event = lastOf(events);
    expect(await stripe().deliver(event)).toBe(200);
    const asked = stripe().requests.length;
    expect(await stripe().deliver(event)).toBe(200);
    expect(stripe().requests).toHaveLength(asked);
    expect(await db.select().from(billingEvents).where(eq(billingEvents.orgId, ada.orgId))).toHaveLength(1);
  });

  it("is handled once when it comes twenty times at the same moment", async () => {
    const { db } = await testDatabase();
    const { ada, events } = await unheard();
    const event = lastOf(events);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => stripe().deliver(event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const told = await db.select().from(notifications).where(eq(notifications.accountId, ada.accountId));
    expect(told.map(({ title }) => title)).toEqual(["Your plan has started"]);
  });
});

describe("events out of order", () => {
  it("leave what Stripe says now: an old one that comes last brings nothing back", async () => {
    const { ada, events } = await unheard();
    stripe().hold();
    await sync(ada);
    await expectOk(confirm(ada, { plan: "pro" }));
    stripe().hold(false);
    expect(await planName(ada)).toBe("pro");
    for (const event of events.toReversed()) expect(await stripe().deliver(event)).toBe(200);
    expect(await planName(ada)).toBe("pro");
  });

  it("that overlap while Stripe answers slowly end in the newest state", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ada, events } = await unheard("pro");
      const customer = await customerOf(ada);
      stripe().slow(60);
      stripe().hold();
      const deliveries = events.map((event) => stripe().deliver(event));
      // What the first handlers were answered is out of date by the time that it arrives.
      await new Promise((resolve) => setTimeout(resolve, 10));
      stripe().inPortal(customer, "cancel");
      const later = lastOf(stripe().shop.events);
      deliveries.push(stripe().deliver(later));
      await new Promise((resolve) => setTimeout(resolve, 10));
      stripe().giveUp(customer);
      deliveries.push(stripe().deliver(lastOf(stripe().shop.events)));
      expect(new Set(await Promise.all(deliveries))).toEqual(new Set([200]));
      stripe().slow(0);
      stripe().hold(false);
      expect(await planName(ada)).toBe("free");
    }
  });
});

describe("an event", () => {
  it("is sent again by Stripe while Muster can't ask it, and handled then", async () => {
    const ada = await newOwner();
    const { url } = await expectOk(confirm(ada, { plan: "teams" }));
    // Each of the five events fails with all tries of the client, and comes again.
    stripe().fail(503, 20);
    stripe().pay(String(url));
    await stripe().settled();
    stripe().fail(503, 0);
    expect(stripe().deliveries.some(({ status }) => status === 500)).toBe(true);
    expect(await planName(ada)).toBe("teams");
  });

  it("of somebody whom Muster does not know is taken and forgotten", async () => {
    const event = stripe().shop.emit("customer.updated", { object: "customer", id: "cus_of_somebody_else" });
    await stripe().settled();
    expect(stripe().deliveries.findLast(({ eventId }) => eventId === event.id)?.status).toBe(200);
    const { db } = await testDatabase();
    expect(await db.select().from(billingEvents).where(eq(billingEvents.id, event.id))).toEqual([]);
  });

  it("that tells of a deleted customer ends the plan, and the next choice makes another customer", async () => {
    const { db } = await testDatabase();
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "pro" });
    const old = await customerOf(ada);
    await fetch(`${stripe().url}/v1/customers/${old}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${stripe().key}` },
    });
    await stripe().settled();
    expect(await planName(ada)).toBe("free");
    const [row] = await db.select({ id: orgs.stripeCustomerId }).from(orgs).where(eq(orgs.id, ada.orgId));
    expect(row?.id).toBeNull();
    await buy(stripe(), ada, { plan: "teams" });
    expect(await planName(ada)).toBe("teams");
    expect(await customerOf(ada)).not.toBe(old);
  });

  it("is nobody's where billing is not set up", async () => {
    setEnv({ STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined });
    expect(await send("POST", "/webhooks/stripe", "{}")).toMatchObject({ status: 409 });
    setEnv({ STRIPE_SECRET_KEY: "sk_test_standin", STRIPE_WEBHOOK_SECRET: webhookSecret });
  });
});
