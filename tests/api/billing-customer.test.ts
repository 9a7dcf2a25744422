import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { billing } from "@/lib/contract/billing/schemas";
import { orgs as orgCalls } from "@/lib/contract/orgs/schemas";
import { notifications } from "@/lib/server/platform/db/tables/notifications";
import { buy, confirm, customerOf, newOwner, type Owner, planName, viewOf, withStripe } from "../support/billing";
import { callAs, expectOk } from "../support/client";
import { testDatabase } from "../support/database";
import { keptMails } from "../support/mailed";
import { newMember, tokenOf } from "../support/people";
import { cards } from "../support/standins/stripe/types";

const stripe = withStripe();
const read = ({ token, slug }: Owner) => ({ token, query: { resourceSlug: slug } });
const inTeam = ({ token, slug }: Owner) => ({ token, params: { resourceSlug: slug } });

describe("a customer whom Stripe does not know any more, without a word of it", () => {
  /** As with another account of Stripe's, or another key. */
  async function forgotten(): Promise<{ ada: Owner; old: string }> {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "teams" });
    const old = await customerOf(ada);
    stripe().shop.customers.delete(old);
    for (const [id, { customer }] of stripe().shop.subscriptions)
      if (customer === old) stripe().shop.subscriptions.delete(id);
    return { ada, old };
  }

  it.each(["pro", "free"])("gives way to another when %s is chosen", async (plan) => {
    const { ada, old } = await forgotten();
    const { url } = await expectOk(confirm(ada, { plan }));
    expect(await planName(ada)).toBe("free");
    expect(await customerOf(ada)).not.toBe(old);
    if (plan === "free") return;
    stripe().pay(String(url));
    await stripe().settled();
    expect(await planName(ada)).toBe("pro");
  });

  it("gives way to another when the portal is opened, and has no card", async () => {
    const { ada } = await forgotten();
    expect(await expectOk(callAs(billing.hasPaymentMethod, read(ada)))).toEqual({ ok: false });
    await expectOk(callAs(billing.portalLink, read(ada)));
    expect(await planName(ada)).toBe("free");
  });
});

describe("Stripe's customer", () => {
  it("follows the owner's address and the organization's name", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "teams" });
    const bob = await newMember(ada, { orgBits: [24], teamBits: [39] });
    await expectOk(callAs(orgCalls.edit, { ...inTeam(ada), body: { name: "Byron" } }));
    await expectOk(callAs(orgCalls.transfer, { ...inTeam(ada), body: { memberId: bob.accountId } }));
    const owner = { ...ada, token: await tokenOf(bob) };
    await expectOk(callAs(billing.portalLink, read(owner)));
    expect(stripe().shop.customers.get(await customerOf(ada))).toMatchObject({ name: "Byron", email: bob.email });
  });
});

describe("the portal", () => {
  it("is opened for the organization's own customer", async () => {
    const ada = await newOwner();
    const { url } = await expectOk(callAs(billing.portalLink, read(ada)));
    expect(String(url)).toMatch(new RegExp(`^${stripe().url}/p/session/`));
    const portal = stripe().shop.portals.get(String(url).slice(String(url).lastIndexOf("/") + 1));
    expect(portal?.customer).toBe(await customerOf(ada));
  });

  it("ends a plan and takes it up again", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "pro" });
    stripe().inPortal(await customerOf(ada), "cancel");
    await stripe().settled();
    expect(await viewOf(ada)).toMatchObject({ plan: "pro", cancelled: true });
    stripe().inPortal(await customerOf(ada), "resume");
    await stripe().settled();
    expect(await viewOf(ada)).toMatchObject({ plan: "pro", cancelled: false });
  });
});

describe("a card that fails", () => {
  it("leaves the plan while Stripe tries again, tells the owner once, and ends it when Stripe gives up", async () => {
    const { db } = await testDatabase();
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "teams" }, cards.failsLater);
    const customer = await customerOf(ada);
    stripe().pass(31);
    await stripe().settled();
    expect(await viewOf(ada)).toMatchObject({ plan: "teams", failing: true });
    stripe().retry(customer);
    await stripe().settled();
    const failed = (await keptMails(ada.email)).filter(({ subject }) => subject === "Payment failed");
    expect(failed).toHaveLength(1);
    const told = await db.select().from(notifications).where(eq(notifications.accountId, ada.accountId));
    expect(told.filter(({ title }) => title === "Payment failed")).toHaveLength(1);
    stripe().giveUp(customer);
    await stripe().settled();
    expect(await viewOf(ada)).toMatchObject({ plan: "free", failing: false, subscribed: false });
    expect((await keptMails(ada.email)).at(-1)?.subject).toBe("Your plan has ended");
  });

  it("is put right by another card", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "pro" }, cards.failsLater);
    stripe().pass(31);
    await stripe().settled();
    stripe().inPortal(await customerOf(ada), "card", cards.good);
    await stripe().settled();
    expect(await viewOf(ada)).toMatchObject({ plan: "pro", failing: false });
  });
});

describe("what Stripe is asked", () => {
  it("is bounded for an organization", async () => {
    const ada = await newOwner();
    const asks = await Promise.all(Array.from({ length: 125 }, () => callAs(billing.hasPaymentMethod, read(ada))));
    expect(asks.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await callAs(billing.hasPaymentMethod, read(await newOwner()))).status).toBe(200);
  });
});
