import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orgs as orgCalls } from "@/lib/contract/orgs/schemas";
import { security } from "@/lib/contract/security/schemas";
import { cancelRecordedSubscriptions, isEnding } from "@/lib/server/access/billing/stripe/end-subscription";
import { sweepBilling } from "@/lib/server/access/billing/trial";
import { billingEvents } from "@/lib/server/platform/db/tables/billing";
import { orgs } from "@/lib/server/platform/db/tables/teams";
import { buy, confirm, customerOf, newOwner, type Owner, orgRow, setEnv, withStripe } from "../support/billing";
import { callAs, expectOk } from "../support/client";
import { testDatabase } from "../support/database";

const stripe = withStripe();

const removeOrg = ({ token, slug }: Owner) =>
  callAs(orgCalls.remove, { token, params: { resourceSlug: slug }, body: { name: "Lovelace" } });
const removeAccount = ({ token, email }: Owner) => callAs(security.remove, { token, body: { email } });
const sweep = async () => sweepBilling((await testDatabase()).db);

/** The states of all subscriptions of an organisation's customer. */
const paying = (customer: string) =>
  [...stripe().shop.subscriptions.values()].filter((one) => one.customer === customer).map(({ status }) => status);

/** Whether it is noted that something is still to be ended. */
async function isNoted({ orgId }: Owner): Promise<boolean> {
  const { db } = await testDatabase();
  return (await db.$count(billingEvents, and(isEnding, eq(billingEvents.orgId, orgId)))) > 0;
}

async function subscriber(plan: "pro" | "teams" = "pro") {
  const ada = await newOwner();
  await buy(stripe(), ada, { plan });
  const customer = await customerOf(ada);
  expect(paying(customer)).toEqual(["active"]);
  return { ada, customer };
}

describe.each([
  ["an organization", removeOrg],
  ["an account, with the organization that it alone is in,", removeAccount],
])("deleting %s", (_, remove) => {
  it("ends what is paid for it, without being waited for", async () => {
    const { ada, customer } = await subscriber();
    await expectOk(remove(ada));
    await expect.poll(() => paying(customer)).toEqual(["canceled"]);
    await expect.poll(() => isNoted(ada)).toBe(false);
    await stripe().settled();
    expect(await orgRow(ada.orgId)).toMatchObject({ stripePlan: null, stripeSubscriptionId: null });
  });

  it("goes on while Stripe does not answer, and what is paid ends once it does", async () => {
    const { ada, customer } = await subscriber();
    stripe().fail(503, 1_000);
    try {
      await expectOk(remove(ada));
      expect(await orgRow(ada.orgId)).toMatchObject({ dateDeleted: expect.any(Date) });
      await sweep();
      expect([paying(customer), await isNoted(ada)]).toEqual([["active"], true]);
    } finally {
      stripe().fail(503, 0);
    }
    await sweep();
    expect([paying(customer), await isNoted(ada)]).toEqual([["canceled"], false]);
    await stripe().settled();
  });
});

describe("what a deletion has left at Stripe", () => {
  it("stays noted while billing is not set up, however long that is", async () => {
    const { ada, customer } = await subscriber();
    const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = process.env;
    setEnv({ STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined });
    await expectOk(removeOrg(ada));
    await sweep();
    setEnv({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET });
    expect(paying(customer)).toEqual(["active"]);
    const { db } = await testDatabase();
    await db
      .update(billingEvents)
      .set({ date: new Date("2020-01-01") })
      .where(eq(billingEvents.orgId, ada.orgId));
    stripe().fail(503, 1_000);
    await sweep();
    stripe().fail(503, 0);
    expect(await isNoted(ada)).toBe(true);
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    expect([paying(customer), await isNoted(ada)]).toEqual([["canceled"], false]);
  });

  it("is nothing where nobody has paid, nor where the customer is gone", async () => {
    const free = await newOwner();
    await expectOk(removeOrg(free));
    expect(await isNoted(free)).toBe(false);
    const { ada } = await subscriber();
    const { db } = await testDatabase();
    await db.update(orgs).set({ stripeCustomerId: "cus_unknown" }).where(eq(orgs.id, ada.orgId));
    await expectOk(removeOrg(ada));
    await expect.poll(() => isNoted(ada)).toBe(false);
  });

  it("is no open checkout either", async () => {
    const { ada, customer } = await subscriber();
    const grace = await newOwner();
    const { url } = await expectOk(confirm(grace, { plan: "pro" }));
    await expectOk(removeOrg(grace));
    await expect.poll(() => isNoted(grace)).toBe(false);
    expect(() => stripe().pay(String(url))).toThrow();
    expect(paying(await customerOf(grace))).toEqual([]);
    // Others go on.
    expect([paying(customer), await isNoted(ada)]).toEqual([["active"], false]);
  });

  it("ends by its own event when somebody has paid while it was deleted", async () => {
    const ada = await newOwner();
    stripe().hold();
    const before = stripe().shop.events.length;
    await buy(stripe(), ada, { plan: "pro" });
    stripe().hold(false);
    const { db } = await testDatabase();
    // As though the checkout had been opened in the same moment.
    await db.update(orgs).set({ dateDeleted: new Date() }).where(eq(orgs.id, ada.orgId));
    const customer = await customerOf(ada);
    expect(paying(customer)).toEqual(["active"]);
    const event = stripe()
      .shop.events.slice(before)
      .find(({ type }) => type === "customer.subscription.created");
    if (!event) throw new Error("Nothing was bought.");
    expect(await stripe().deliver(event)).toBe(200);
    expect(paying(customer)).toEqual(["canceled"]);
    await stripe().settled();
  });

  it("is never what an organization pays for that is there", async () => {
    const { ada, customer } = await subscriber();
    await cancelRecordedSubscriptions((await testDatabase()).db, ada.orgId);
    expect(paying(customer)).toEqual(["active"]);
  });
});
