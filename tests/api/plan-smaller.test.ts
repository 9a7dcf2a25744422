import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { models } from "@/lib/contract/models/schemas";
import { notifications } from "@/lib/contract/notifications/schemas";
import type { PlanUse } from "@/lib/contract/plans/schemas";
import { plans } from "@/lib/contract/plans/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import type { Worker } from "@/lib/server/engine/runs/worker";
import { orgMembers, orgs, teamMembers } from "@/lib/server/platform/db/tables/teams";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { upload } from "../support/datasources";
import { newKey } from "../support/keys";
import { csrfOf, newAccount, newTeam, tokenOf } from "../support/people";
import { type Owner, ownerOn, setPlan, withStripe } from "../support/plans";
import { newApp, newSession, readLog, say, settled, testWorker } from "../support/sessions";

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

type Caller = Pick<Owner, "token" | "slug" | "accountId">;
const to = ({ token, slug }: Pick<Caller, "token" | "slug">) => ({ token, params: { resourceSlug: slug } });

let names = 0;
const write = (caller: Pick<Caller, "token" | "slug">) =>
  callAs(variables.add, { ...to(caller), body: { name: `name_${names++}`, defaultValue: "x" } });
const useOf = async (caller: Caller) =>
  ((await expectOk(callAs(plans.get, to(caller)))) as unknown as { planUse: PlanUse }).planUse;
const accountOf = async (caller: Caller) =>
  (await expectOk(callAs(accounts.get, { token: caller.token, query: { resourceSlug: caller.slug } }))) as unknown as {
    readOnly: string | null;
    account: { permissions: number[]; stripe: Record<string, unknown> };
  };

/** So many members beside the owner, one after the other; the owner is the last of all. */
async function crowd(count: number): Promise<{ ada: Owner; members: Caller[] }> {
  const ada = await ownerOn("enterprise");
  const { db } = await testDatabase();
  const members: Caller[] = [];
  const second = (i: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, i));
  for (let i = 0; i < count; i += 1) {
    const account = await newAccount("Bob");
    const row = { accountId: account.accountId, dateCreated: second(i) };
    await db.insert(orgMembers).values({ ...row, orgId: ada.orgId });
    await db.insert(teamMembers).values({ ...row, teamId: ada.slug, permissions: [39] });
    members.push({ ...account, slug: ada.slug, token: await tokenOf(account) });
  }
  const own = and(eq(orgMembers.orgId, ada.orgId), eq(orgMembers.accountId, ada.accountId));
  await db
    .update(orgMembers)
    .set({ dateCreated: second(count) })
    .where(own);
  return { ada, members };
}

describe("members over a smaller plan's seats", () => {
  it("only read, those who came last, and never the owner", async () => {
    const { ada, members } = await crowd(11);
    const statuses = async () => Promise.all([...members, ada].map(async (one) => (await write(one)).status));
    expect(await statuses()).toEqual(Array(12).fill(200));
    await setPlan(ada.orgId, { plan: "teams" });
    expect(await statuses()).toEqual([...Array(9).fill(200), 403, 403, 200]);
    await setPlan(ada.orgId, { addonUsers: 1 });
    expect(await statuses()).toEqual([...Array(10).fill(200), 403, 200]);
    await setPlan(ada.orgId, { plan: "free" });
    expect(await statuses()).toEqual([...Array(11).fill(403), 200]);
    await setPlan(ada.orgId, { plan: null });
    expect(await statuses()).toEqual(Array(12).fill(200));
  });

  it("read why, see all as before, and can leave", async () => {
    const { ada, members } = await crowd(11);
    await setPlan(ada.orgId, { plan: "teams" });
    const [eldest, , , , , , , , , tenth, last] = members;
    if (!eldest || !tenth || !last) throw new Error("Somebody is missing.");
    const sentence =
      "The Teams plan allows 10 members, and this organization has 12. The newest members, including you, have read-only access. The server administrator can change the plan.";
    expect(await write(last)).toMatchObject({
      body: { error: sentence, code: "limit", limit: "users", used: 12, max: 10 },
    });
    expect(await accountOf(last)).toMatchObject({ readOnly: sentence, account: { permissions: [25] } });
    expect((await accountOf(eldest)).readOnly).toBeNull();
    for (const endpoint of [variables.list, models.list, teams.get])
      expect((await callAs<typeof variables.list>(endpoint as never, to(last))).status).toBe(200);
    const seenBy = { ...to(last), params: { resourceSlug: last.slug, memberId: eldest.accountId } };
    expect((await callAs(teams.member, seenBy)).status).toBe(200);
    const seen = { notificationIds: ["notification_none"], resourceSlug: last.slug, _csrf: await csrfOf(last.token) };
    expect((await callAs(notifications.seen, { ...to(last), body: seen })).status).toBe(404);
    const listed = (await expectOk(callAs(teams.get, { ...to(ada), query: { limit: 100 } }))) as unknown as {
      members: { memberId: string; readOnly: boolean }[];
    };
    const marked = listed.members.filter(({ readOnly }) => readOnly).map(({ memberId }) => memberId);
    expect(marked.sort()).toEqual([tenth.accountId, last.accountId].sort());
    expect((await callAs(teams.removeMember, { ...to(last), body: { memberId: eldest.accountId } })).status).toBe(403);
    expect((await callAs(teams.leave, to(last))).status).toBe(200);
  });

  it("have their seat again as soon as there is one, and their keys no sooner", async () => {
    const { ada, members } = await crowd(10);
    const last = members.at(-1);
    if (!last) throw new Error("Nobody has come.");
    const { secret } = await newKey(last as never, { permissions: [205] });
    const byKey = () => write({ token: secret, slug: last.slug });
    expect((await byKey()).status).toBe(200);
    await setPlan(ada.orgId, { plan: "teams" });
    expect([(await write(last)).status, await byKey()]).toMatchObject([403, { status: 403, body: { code: "limit" } }]);
    const { db } = await testDatabase();
    const [first] = members;
    const gone = and(eq(orgMembers.orgId, ada.orgId), eq(orgMembers.accountId, first?.accountId ?? ""));
    await db.delete(orgMembers).where(gone);
    expect([(await write(last)).status, (await byKey()).status]).toEqual([200, 200]);
  });
});

describe("models outside a smaller plan", () => {
  const ollama = { provider: "ollama", model: "llama3", config: { base_url: "http://127.0.0.1:9" } };

  it("are kept, refuse to run with the reason, and can't be copied or changed", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada, ollama));
    await setPlan(ada.orgId, { plan: "free" });
    await expectOk(say(ada, sessionId, { message: "Hello" }));
    const reason = "The Free plan doesn't include models from Ollama. The server administrator can change the plan.";
    expect((await settled(ada, sessionId)).lastRun).toEqual({ status: "error", reason });
    expect(JSON.stringify(await readLog(ada, sessionId))).not.toContain("ECONNREFUSED");
    const { models: kept } = (await expectOk(callAs(models.list, to(ada)))) as unknown as { models: { _id: string }[] };
    expect(kept).toHaveLength(1);
    const params = { resourceSlug: ada.slug, modelId: kept[0]?._id ?? "" };
    const answers = await Promise.all([
      callAs(models.duplicate, { token: ada.token, params }),
      callAs(models.edit, { token: ada.token, params, body: { name: "Other" } }),
      callAs(models.test, { ...to(ada), body: { type: "ollama", model: "llama3", config: ollama.config } }),
      callAs(models.downloadWeights, { ...to(ada), body: { model: "fast-bge-small-en" } }),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 403, body: { code: "limit", limit: "providers" } });
    expect(await useOf(ada)).toMatchObject({ over: { members: 0, models: 1 } });
    expect((await callAs(models.remove, { token: ada.token, params, body: { force: true } })).status).toBe(200);
  });

  it("are not added, changed or copied while the plan becomes smaller", async () => {
    const ada = await newPerson();
    const { db } = await testDatabase();
    const body = { name: "Embeddings", type: "fastembed", model: "fast-bge-small-en", modelType: "embedding" };
    const { _id } = await expectOk(callAs(models.add, { ...to(ada), body: { ...body, config: {} } }));
    const its = { token: ada.token, params: { resourceSlug: ada.slug, modelId: String(_id) } };
    const calls: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await tx.update(orgs).set({ plan: "free" }).where(eq(orgs.id, ada.orgId));
      calls.push(
        callAs(models.add, { ...to(ada), body: { ...body, config: {} } }),
        callAs(models.edit, { ...its, body: { name: "Others" } }),
        callAs(models.duplicate, its),
      );
      // They have looked at the plan before, and wait for the one that comes.
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ status: 403, body: { limit: "providers" } });
  });
});

describe("the use of a plan", () => {
  it("says what is used of what, and leaves what is over", async () => {
    const ada = await ownerOn("enterprise");
    const { slug: second } = await newTeam(ada, ada.orgId, "Second");
    const bob = await newAccount("Bob");
    const { db } = await testDatabase();
    await db.insert(orgMembers).values({ orgId: ada.orgId, accountId: bob.accountId });
    await db.insert(teamMembers).values({ teamId: ada.slug, accountId: bob.accountId });
    const invite = { name: "Carol", email: `carol-${bob.email}`, role: "Team Member" };
    await expectOk(callAs(teams.invite, { ...ada.inTeam, body: invite }));
    await setPlan(ada.orgId, { plan: "free" });
    const megabyte = 1_048_576;
    const use = {
      plan: "free",
      title: "Free",
      trial: false,
      endsAt: null,
      cancelled: false,
      sold: false,
      change: "The server administrator can change the plan.",
      users: { used: 3, max: 1 },
      teams: { used: 2, max: 1 },
      orgs: { used: 1, max: 1 },
      storage: { used: 0, max: 100 * megabyte },
      functionTools: { used: 0, max: 0 },
      files: { count: 0, bytes: 0, maxFileBytes: 5 * megabyte },
      sessionDays: 90,
      over: { members: 1, models: 0 },
    };
    expect(await useOf(ada)).toEqual(use);
    expect(await useOf({ ...bob, slug: ada.slug, token: await tokenOf(bob) })).toEqual({ ...use, orgs: null });
    // What there is goes on; what would be new does not.
    expect((await write({ token: ada.token, slug: second })).status).toBe(200);
    expect(await callAs(teams.add, { ...ada.inTeam, body: { name: "Third" } })).toMatchObject({
      status: 403,
      body: { limit: "teams", used: 2, max: 1 },
    });
  });

  it("counts files of all teams", async () => {
    const ada: Person = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada));
    const form = new FormData();
    form.append("file", new File(["Twelve bytes"], "a.txt"));
    const params = { resourceSlug: ada.slug, sessionId };
    await expectOk(callAs(sessions.addFile, { token: ada.token, params, body: form }));
    await upload(ada, { "b.txt": "Eight b.", "c.txt": "Eight c." });
    expect((await useOf(ada)).files).toMatchObject({ count: 3, bytes: 28 });
  });

  it("shows a trial and its end", async () => {
    withStripe();
    const endsAt = new Date(Date.now() + 60_000);
    const trial = { stripePlan: "pro", stripeTrial: true, stripeEndsAt: endsAt } as const;
    const ada = await ownerOn("free", { plan: null, ...trial });
    expect(await useOf(ada)).toMatchObject({ plan: "pro", trial: true, endsAt: endsAt.toISOString() });
    expect((await accountOf(ada)).account.stripe).toMatchObject({ stripePlan: "pro", stripeTrial: true });
    const over = new Date(Date.now() - 1);
    await setPlan(ada.orgId, { stripeEndsAt: over });
    expect(await useOf(ada)).toMatchObject({ plan: "free", trial: false, users: { max: 1 } });
    const stripe = { stripePlan: "free", stripeTrial: false, stripeEndsAt: over.toISOString() };
    expect((await accountOf(ada)).account.stripe).toMatchObject(stripe);
  });
});
