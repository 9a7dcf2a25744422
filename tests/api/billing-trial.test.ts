import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts as accountCalls } from "@/lib/contract/accounts/schemas";
import { billing } from "@/lib/contract/billing/schemas";
import { security } from "@/lib/contract/security/schemas";
import { sweepBilling } from "@/lib/server/access/billing/trial";
import { createOrg } from "@/lib/server/access/teams/service";
import { toReadWrite } from "@/lib/server/platform/db/client";
import { accounts } from "@/lib/server/platform/db/tables/accounts";
import { usedTrials } from "@/lib/server/platform/db/tables/billing";
import { notifications } from "@/lib/server/platform/db/tables/notifications";
import { orgs } from "@/lib/server/platform/db/tables/teams";
import { removeOrg } from "@/lib/server/resources/teams/remove";
import { buy, confirm, customerOf, newOwner, type Owner, orgRow, setEnv, viewOf, withStripe } from "../support/billing";
import { callAs, expectOk, goodPassword, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { keptMails } from "../support/mailed";
import { freshEmail } from "../support/members";
import { newAccount, newOrg } from "../support/people";

const stripe = withStripe();
const hour = 3_600_000;
const day = 24 * hour;

async function endsIn({ orgId }: Owner, ms: number): Promise<void> {
  const { db } = await testDatabase();
  await db
    .update(orgs)
    .set({ stripeEndsAt: new Date(Date.now() + ms) })
    .where(eq(orgs.id, orgId));
}

const sweep = async (): Promise<void> => sweepBilling((await testDatabase()).db);

async function told({ accountId, email }: Owner): Promise<{ titles: string[]; subjects: string[] }> {
  const { db } = await testDatabase();
  const rows = await db.select().from(notifications).where(eq(notifications.accountId, accountId));
  const mails = await keptMails(email);
  return { titles: rows.map(({ title }) => title), subjects: mails.map(({ subject }) => subject) };
}

describe("a new organization", () => {
  it("begins with the Pro plan for seven days, without a card or a customer", async () => {
    const ada = await newOwner();
    const { stripePlan, stripeTrial, stripeEndsAt, stripeCustomerId } = await orgRow(ada.orgId);
    expect({ stripePlan, stripeTrial, stripeCustomerId }).toEqual({
      stripePlan: "pro",
      stripeTrial: true,
      stripeCustomerId: null,
    });
    expect(Math.round(((stripeEndsAt?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(7 * 24 * 60);
    expect(await viewOf(ada)).toMatchObject({ plan: "pro", trial: true, subscribed: false, ready: true, missing: [] });
    expect(
      await expectOk(callAs(billing.hasPaymentMethod, { token: ada.token, query: { resourceSlug: ada.slug } })),
    ).toEqual({ ok: false });
  });
});

describe("a second organization", () => {
  const trialOf = async (orgId: string) => (await orgRow(orgId)).stripeTrial;
  const another = async (owner: Parameters<typeof newOrg>[0]) =>
    trialOf((await newOrg(owner, "Analytical", "Engines")).orgId);

  it("has no trial, whether the first is there, deleted or handed over", async () => {
    const [ada, bob] = [await newOwner(), await newOwner()];
    expect(await another({ ...ada, name: "Ada" })).toBe(false);
    const { db } = await testDatabase();
    await removeOrg(toReadWrite(db), ada.orgId);
    await db.update(orgs).set({ ownerId: bob.accountId }).where(eq(orgs.ownerId, ada.accountId));
    expect(await another({ ...ada, name: "Ada" })).toBe(false);
    await db.update(accounts).set({ email: freshEmail() }).where(eq(accounts.id, ada.accountId));
    expect(await another({ ...ada, name: "Ada" })).toBe(false);
  });

  it("has no trial when both are made at the same moment", async () => {
    const grace = await newAccount();
    const made = await Promise.all([another(grace), another(grace), another(grace)]);
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  it("has no trial when the account was deleted and the address registered again", async () => {
    const ada = await newPerson();
    expect(await trialOf(ada.orgId)).toBe(true);
    await expectOk(callAs(security.remove, { token: ada.token, body: { email: ada.email, password: goodPassword } }));
    const form = { name: "Ada", email: ada.email, password: goodPassword };
    await expectOk(callAs(accountCalls.register, { body: form }));
    const { db } = await testDatabase();
    const [org] = await db
      .select({ trial: orgs.stripeTrial, name: orgs.name })
      .from(orgs)
      .innerJoin(accounts, eq(accounts.id, orgs.ownerId))
      .where(eq(accounts.email, ada.email));
    expect(org).toEqual({ trial: false, name: "Ada's organization" });
    expect(JSON.stringify(await db.select().from(usedTrials))).not.toContain(ada.email);
  });

  it("has the trial where the first one had none: no Stripe then, none wanted then, or it was not made after all", async () => {
    const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = process.env;
    for (const none of [{ STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined }, { TRIAL_DAYS: "0" }]) {
      const grace = await newAccount();
      setEnv(none);
      expect(await another(grace)).toBe(false);
      setEnv({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, TRIAL_DAYS: undefined });
      expect(await another(grace)).toBe(true);
    }
    const { db } = await testDatabase();
    const grace = await newAccount();
    const failing = db.transaction(async (tx) => {
      await createOrg(tx, "Analytical", "Engines", grace.accountId);
      throw new Error("Not after all.");
    });
    await expect(failing).rejects.toThrow("Not after all.");
    expect(await another(grace)).toBe(true);
  });
});

describe("a trial", () => {
  it("is not spoken of before its last three days, and then once, however many sweep", async () => {
    const ada = await newOwner();
    await sweep();
    expect(await told(ada)).toEqual({ titles: [], subjects: [] });
    await endsIn(ada, 3 * day - hour);
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    expect(await told(ada)).toEqual({ titles: ["Your trial ends soon"], subjects: ["Your trial ends soon"] });
  });

  it("ends on time by itself, and its owner is told once", async () => {
    const ada = await newOwner();
    await endsIn(ada, -1_000);
    const { stripeEndsAt } = await orgRow(ada.orgId);
    const lastEnded = stripeEndsAt?.toISOString();
    expect(await viewOf(ada)).toMatchObject({ plan: "free", trial: false, endsAt: null, lastEnded });
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    expect(await told(ada)).toEqual({ titles: ["Your trial has ended"], subjects: ["Your trial has ended"] });
    expect(await orgRow(ada.orgId)).toMatchObject({ stripePlan: null, stripeTrial: false });
  });

  it("is over with what is bought in it, and does not come back when that ends", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "teams" });
    expect(await viewOf(ada)).toMatchObject({ plan: "teams", trial: false });
    stripe().giveUp(await customerOf(ada));
    await stripe().settled();
    expect(await viewOf(ada)).toMatchObject({ plan: "free", trial: false });
  });

  it("is over although Muster hears of the subscription only after its end", async () => {
    const ada = await newOwner();
    stripe().hold();
    await buy(stripe(), ada, { plan: "teams" });
    stripe().giveUp(await customerOf(ada));
    stripe().hold(false);
    const last = stripe().shop.events.at(-1);
    if (!last) throw new Error("Nothing has happened.");
    expect(await stripe().deliver(last)).toBe(200);
    expect(await viewOf(ada)).toMatchObject({ plan: "free", trial: false });
  });

  it("goes on when a checkout is begun and left", async () => {
    const ada = await newOwner();
    const { url } = await expectOk(confirm(ada, { plan: "teams" }));
    const id = String(url).slice(String(url).lastIndexOf("/") + 1);
    const headers = { authorization: `Bearer ${stripe().key}` };
    await fetch(`${stripe().url}/v1/checkout/sessions/${id}/expire`, { method: "POST", headers });
    await stripe().settled();
    expect(stripe().deliveries.at(-1)?.status).toBe(200);
    expect(await viewOf(ada)).toMatchObject({ plan: "pro", trial: true });
  });

  it("is not given where whoever runs the server wants none", async () => {
    setEnv({ TRIAL_DAYS: "0" });
    expect(await viewOf(await newOwner())).toMatchObject({ plan: "free", trial: false });
    setEnv({ TRIAL_DAYS: undefined });
  });
});

describe("a plan whose events were lost", () => {
  it("is asked for once its time is over", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "pro" });
    await endsIn(ada, -hour);
    stripe().hold();
    stripe().giveUp(await customerOf(ada));
    stripe().hold(false);
    expect(await viewOf(ada)).toMatchObject({ plan: "pro" });
    await sweep();
    expect(await viewOf(ada)).toMatchObject({ plan: "free" });
    expect((await told(ada)).subjects.at(-1)).toBe("Your plan has ended");
  });

  it("stays a while although Stripe does not answer", async () => {
    const ada = await newOwner();
    await buy(stripe(), ada, { plan: "pro" });
    await endsIn(ada, -day);
    stripe().fail(503, 50);
    await sweep();
    stripe().fail(503, 0);
    expect(await viewOf(ada)).toMatchObject({ plan: "pro" });
    await sweep();
    expect((await orgRow(ada.orgId)).stripeEndsAt?.getTime()).toBeGreaterThan(Date.now());
  });
});
