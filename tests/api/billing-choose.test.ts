import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { billing } from "@/lib/contract/billing/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { getPlan } from "@/lib/server/access/plans/plan";
import { auditEntries } from "@/lib/server/platform/db/tables/audit";
import { orgs } from "@/lib/server/platform/db/tables/teams";
import { buy, confirm, customerOf, newOwner, type Owner, planName, viewOf, withStripe } from "../support/billing";
import { callAs, expectOk } from "../support/client";
import { testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { keptMails } from "../support/mailed";
import { newMember, tokenOf } from "../support/people";
import { cards } from "../support/standins/stripe/types";

const stripe = withStripe();
const read = ({ token, slug }: Owner) => ({ token, query: { resourceSlug: slug } });
const inTeam = ({ token, slug }: Owner) => ({ token, params: { resourceSlug: slug } });

describe("choosing a plan", () => {
  it("leads to the checkout, and holds once that is paid", async () => {
    const ada = await newOwner();
    const { url } = await expectOk(confirm(ada, { plan: "teams", users: 3, storage: 2 }));
    expect(String(url)).toMatch(new RegExp(`^${stripe().url}/c/pay/cs_test_`));
    expect(await planName(ada)).toBe("pro");
    stripe().pay(String(url));
    await stripe().settled();
    expect(await viewOf(ada)).toMatchObject({
      plan: "teams",
      trial: false,
      subscribed: true,
      failing: false,
      cancelled: false,
      addons: { users: 3, storage: 2 },
    });
    expect(await expectOk(callAs(billing.hasPaymentMethod, read(ada)))).toEqual({ ok: true, last4: "4242" });
    const { limits } = await getPlan((await testDatabase()).db, ada.orgId);
    expect(limits.users).toBe(13);
    const mail = (await keptMails(ada.email)).at(-1);
    expect(mail).toMatchObject({ subject: "Your plan has started", text: expect.stringContaining("the Teams plan") });
    expect(mail?.text).toMatch(new RegExp(`/billing\\?resourceSlug=${ada.slug}$`, "m"));
  });

  it("sends Stripe what it takes: forms, the customer of the organization, a way back", async () => {
    const ada = await newOwner();
    await expectOk(confirm(ada, { plan: "pro" }));
    const last = (path: string) => stripe().requests.findLast((one) => one.method === "POST" && one.path === path);
    const [customer, session] = [last("/v1/customers"), last("/v1/checkout/sessions")];
    expect(customer).toMatchObject({
      contentType: "application/x-www-form-urlencoded",
      idempotencyKey: `muster-customer-${ada.orgId}-0`,
    });
    const sent = new URLSearchParams(session?.body);
    expect(Object.fromEntries(sent)).toMatchObject({
      mode: "subscription",
      client_reference_id: ada.orgId,
      customer: await customerOf(ada),
      "line_items[0][price]": "price_pro",
      "line_items[0][quantity]": "1",
      success_url: `http://localhost:3000/billing?resourceSlug=${ada.slug}&checkout=done`,
    });
  });

  it("changes a plan that is paid for at once, up and down, with what is beside it", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "pro", storage: 5 });
    expect(await expectOk(confirm(ada, { plan: "teams", users: 2 }))).toEqual({});
    expect(await viewOf(ada)).toMatchObject({ plan: "teams", addons: { users: 2, storage: 5 } });
    expect(await expectOk(confirm(ada, { plan: "teams", users: 0, storage: 1 }))).toEqual({});
    expect(await viewOf(ada)).toMatchObject({ plan: "teams", addons: { users: 0, storage: 1 } });
    expect(await expectOk(confirm(ada, { plan: "pro" }))).toEqual({});
    expect(await viewOf(ada)).toMatchObject({ plan: "pro", addons: { users: 0, storage: 1 } });
    await stripe().settled();
    const customer = await customerOf(ada);
    const [only, ...others] = [...stripe().shop.subscriptions.values()].filter((one) => one.customer === customer);
    expect(others).toEqual([]);
    expect(only?.items.data.map(({ price, quantity }) => [price.id, quantity])).toEqual([
      ["price_pro", 1],
      ["price_storage", 1],
    ]);
  });

  it("changes nothing when the card is declined", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "pro" }, cards.failsLater);
    const refused = await confirm(ada, { plan: "teams" });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: "The card was declined and nothing was changed. Update the card and try again." },
    });
    expect(await planName(ada)).toBe("pro");
  });

  it("is paid at once, or not had, by what Stripe has, although no event has told of that", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "teams" }, cards.failsLater);
    const customer = await customerOf(ada);
    const subscription = [...stripe().shop.subscriptions.values()].find((one) => one.customer === customer);
    stripe().hold();
    await fetch(`${stripe().url}/v1/subscriptions/${subscription?.id}`, {
      method: "POST",
      headers: { authorization: `Bearer ${stripe().key}` },
      body: `items[0][id]=${subscription?.items.data[0]?.id}&items[0][price]=price_pro`,
    });
    stripe().hold(false);
    expect(await planName(ada)).toBe("teams");
    expect(await confirm(ada, { plan: "teams" })).toMatchObject({ status: 409 });
    expect(subscription?.items.data.map(({ price }) => price.id)).toEqual(["price_pro"]);
  });

  it("ends with the paid period by choosing Free, and goes on by choosing it again", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "teams" });
    expect(await expectOk(confirm(ada, { plan: "free" }))).toEqual({});
    expect(await viewOf(ada)).toMatchObject({ plan: "teams", cancelled: true });
    expect(await expectOk(confirm(ada, { plan: "teams" }))).toEqual({});
    expect(await viewOf(ada)).toMatchObject({ plan: "teams", cancelled: false });
    expect((await keptMails(ada.email)).map(({ subject }) => subject)).toEqual([
      "Your plan has started",
      "Your plan was canceled",
      "Your plan was resumed",
    ]);
  });

  it("leaves one checkout open, whoever began how many", async () => {
    const ada = await newOwner();
    const { url: first } = await expectOk(confirm(ada, { plan: "pro" }));
    const { url: second } = await expectOk(confirm(ada, { plan: "teams" }));
    expect(() => stripe().pay(String(first))).toThrow("This checkout is over.");
    stripe().pay(String(second));
    await stripe().settled();
    expect(await planName(ada)).toBe("teams");
  });

  it("leaves one checkout open of six that are begun in the same moment, and says so to the others", async () => {
    const ada = await newOwner();
    await expectOk(callAs(billing.portalLink, read(ada)));
    stripe().slow(40);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => confirm(ada, { plan: i % 2 ? "pro" : "teams" })),
    );
    stripe().slow(0);
    const customer = await customerOf(ada);
    const open = [...stripe().shop.checkouts.values()].filter((one) => one.customer === customer && one.url !== null);
    expect(open).toHaveLength(1);
    const led = answers.filter(({ status }) => status === 200).map(({ body }) => (body as { url: string }).url);
    expect(led).toContain(open[0]?.url);
    for (const { status, body } of answers)
      if (status !== 200) expect(body).toMatchObject({ error: expect.stringMatching(/^Another plan was chosen/) });
  });

  it("makes one customer and answers one checkout for the same Idempotency-Key, also at once", async () => {
    const ada = await newOwner();
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(ada, { plan: "pro" }, "one-press")));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    const own = [...stripe().shop.customers.values()].filter(({ metadata }) => metadata.orgId === ada.orgId);
    expect(own).toHaveLength(1);
    expect(await confirm(ada, { plan: "teams" }, "one-press")).toMatchObject({ status: 409 });
  });

  it.each([
    [{ plan: "enterprise" }, 400],
    [{ plan: "gold" }, 400],
    [{ plan: "pro", users: 1 }, 400],
    [{ plan: "free", storage: 1 }, 400],
    [{ plan: "teams", users: -1 }, 400],
    [{ plan: "teams", users: 1.5 }, 400],
    [{}, 400],
  ])("refuses %j", async (body, status) => {
    expect(await confirm(await newOwner(), body)).toMatchObject({ status });
  });

  it("is the owner's, and no API key's", async () => {
    const ada = await newOwner();
    // A plan with a seat for one more.
    await buy(stripe(), ada, { plan: "teams" });
    const admin = { ...ada, token: await tokenOf(await newMember(ada, { orgBits: [24], teamBits: [39] })) };
    expect(await confirm(admin, { plan: "pro" })).toMatchObject({ status: 403, body: { permission: 10 } });
    expect(await callAs(billing.portalLink, read(admin))).toMatchObject({ status: 403, body: { permission: 10 } });
    expect(await viewOf(admin)).toMatchObject({ plan: "teams" });
    const { secret } = await newKey(ada, { permissions: [10] });
    for (const call of [billing.planConfirm, billing.get, billing.ready, billing.hasPaymentMethod, billing.portalLink])
      expect(await callAs<typeof billing.get>(call as never, { ...read(ada), token: secret })).toMatchObject({
        status: 403,
      });
  });

  it("is nobody's while the administrator has set the plan", async () => {
    const { db } = await testDatabase();
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "pro" });
    await db.update(orgs).set({ plan: "enterprise" }).where(eq(orgs.id, ada.orgId));
    expect(await confirm(ada, { plan: "teams" })).toMatchObject({ status: 409 });
    expect(await viewOf(ada)).toMatchObject({ plan: "enterprise", fixed: true, subscribed: false, endsAt: null });
  });

  it("is noted in the audit log", async () => {
    const { db } = await testDatabase();
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "pro" });
    await expectOk(confirm(ada, { plan: "teams", users: 2 }));
    const noted = await db.select().from(auditEntries).where(eq(auditEntries.orgId, ada.orgId));
    const orders = noted.filter(({ action, after }) => action === "billing.planConfirm" && after?.ordered);
    expect(orders.map(({ kind, targetId, after }) => [kind, targetId, after?.ordered])).toEqual(
      expect.arrayContaining([
        ["org", ada.orgId, { plan: "pro" }],
        ["org", ada.orgId, { plan: "teams", users: 2 }],
      ]),
    );
    expect(orders).toHaveLength(2);
  });

  it("says so while Stripe does not answer, and changes nothing", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "pro" });
    stripe().fail(503, 20);
    const refused = await confirm(ada, { plan: "teams" });
    stripe().fail(503, 0);
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringMatching(/^Stripe isn't responding/) } });
    expect(await planName(ada)).toBe("pro");
  });

  it("goes on after a moment in which Stripe fails", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "pro" });
    stripe().fail(500, 1);
    await expectOk(confirm(ada, { plan: "teams" }));
    expect(await planName(ada)).toBe("teams");
  });
});

describe("coming back from the checkout", () => {
  it("shows the plan although no event has come", async () => {
    const ada = await newOwner();
    stripe().hold();
    await buy(stripe(), ada, { plan: "teams" });
    expect(await viewOf(ada)).toMatchObject({ plan: "pro", trial: true });
    const { token, slug } = ada;
    await expectOk(callAs(billing.get, { token, query: { resourceSlug: slug, checkout: "done" } }));
    expect(await viewOf(ada)).toMatchObject({ plan: "teams", trial: false });
    stripe().hold(false);
  });
});

describe("a limit", () => {
  it("of the Free plan is lifted by buying", async () => {
    const ada = await newOwner();
    const { db } = await testDatabase();
    await db
      .update(orgs)
      .set({ stripePlan: null, stripeTrial: false, stripeEndsAt: null })
      .where(eq(orgs.id, ada.orgId));
    expect(await viewOf(ada)).toMatchObject({ plan: "free" });
    const add = () => callAs(teams.add, { ...inTeam(ada), body: { name: "Second" } });
    expect(await add()).toMatchObject({ status: 403, body: { code: "limit", limit: "teams", max: 1 } });
    await buy(stripe(), ada, { plan: "teams" });
    expect(await add()).toMatchObject({ status: 200 });
  });
});
