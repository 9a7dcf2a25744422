import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MutableNotice } from "@/lib/constants/notifications";
import { accounts } from "@/lib/contract/accounts/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { security } from "@/lib/contract/security/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { warnOfExpiringKeys } from "@/lib/server/access/api-keys/service";
import { followAsWatcher } from "@/lib/server/engine/runs/log/watchers";
import { suspendRun } from "@/lib/server/engine/runs/outcome/suspend";
import type { Worker } from "@/lib/server/engine/runs/worker";
import { runs } from "@/lib/server/platform/db/tables/sessions";
import { orgMembers, orgs as orgTable } from "@/lib/server/platform/db/tables/teams";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { changeKey, newKey, removeKey } from "../support/keys";
import { inTeam, joined } from "../support/members";
import { listed, see, titles } from "../support/notifications";
import { withStripe } from "../support/plans";
import { at, conversation, newApp, newSession, say, settled, testWorker } from "../support/sessions";

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

const settledTitles = async (person: Person, sessionId: string): Promise<string[]> => {
  await settled(person, sessionId);
  // That a key was made is told as well.
  return (await titles(person)).filter((title) => title !== "API key created");
};

describe("a run", () => {
  it("that ends while nobody looks is told to whoever started it, once a session", async () => {
    const { person: ada, sessionId } = await conversation();
    await say(ada, sessionId, { message: "Hello [there](https://evil.example) *friend*" });
    await settled(ada, sessionId);
    const [told, ...more] = await listed(ada);
    expect([more, told]).toMatchObject([
      [],
      { title: "Run completed", type: "session", link: `/${ada.slug}/session/${sessionId}`, seen: false },
    ]);
    // What people have written is no markdown.
    expect(told?.description).toContain(
      "**Hello \\[there\\]\\(https\\:\\/\\/evil\\.example\\) \\*friend\\*** completed.",
    );
    await see(ada, [told?._id ?? ""]);
    await say(ada, sessionId, { message: "Again" });
    await settled(ada, sessionId);
    expect(await listed(ada)).toMatchObject([{ title: "Run completed", seen: false }]);
    await expectOk(callAs(sessions.remove, at(ada, sessionId)));
    expect(await listed(ada)).toEqual([]);
  });

  it("that fails is told with the reason, and one that somebody stops is not", async () => {
    const { person: ada, sessionId } = await conversation("demo-chat:fail=401");
    await say(ada, sessionId, { message: "Hello" });
    const { lastRun } = await settled(ada, sessionId);
    expect(lastRun?.status).toBe("error");
    expect(await listed(ada)).toMatchObject([{ title: "Run failed", type: "session" }]);
    const { person: bob, sessionId: other } = await conversation("demo-chat:ttft=1,tps=20,words=500");
    await say(bob, other, { message: "Hello" });
    await expectOk(callAs(sessions.cancel, at(bob, other)));
    expect(await settledTitles(bob, other)).toEqual([]);
  });

  it("is not told to who does without: how it ends or that it waits, each by its kind, and never an older state", async () => {
    const { person: ada, sessionId } = await conversation();
    const mute = (mutedNotices: MutableNotice[]) =>
      expectOk(callAs(security.edit, { token: ada.token, body: { mutedNotices } }));
    await mute(["run_failed"]);
    await say(ada, sessionId, { message: "Hello" });
    expect(await settledTitles(ada, sessionId)).toEqual(["Run completed"]);
    await mute(["run_finished", "run_waits"]);
    // What was told of the session before is over all the same.
    await say(ada, sessionId, { message: "Again" });
    expect(await settledTitles(ada, sessionId)).toEqual([]);
    const failing = await newSession(ada, await newApp(ada, { model: "demo-chat:fail=401" }));
    await say(ada, failing, { message: "Hello" });
    expect(await settledTitles(ada, failing)).toEqual(["Run failed"]);
    expect(await expectOk(callAs(security.get, { token: ada.token }))).toMatchObject({
      mutedNotices: ["run_finished", "run_waits"],
    });
    const wrong = await callAs(security.edit, { token: ada.token, body: { mutedNotices: ["security"] } });
    expect(wrong.status).toBe(400);
  });

  it("is not told to who has it open, by a socket or an event stream; to others it is", async () => {
    const { person: ada, sessionId } = await conversation();
    const leave = followAsWatcher(ada.accountId, sessionId, 0, () => {});
    await say(ada, sessionId, { message: "Hello" });
    expect(await settledTitles(ada, sessionId)).toEqual([]);
    leave();
    const abort = new AbortController();
    const { response } = await callAs(sessions.events, at(ada, sessionId));
    await say(ada, sessionId, { message: "Hello" });
    expect(await settledTitles(ada, sessionId)).toEqual([]);
    await response.body?.cancel();
    abort.abort();
    const others = followAsWatcher((await newPerson("Bob")).accountId, sessionId, 0, () => {});
    const elsewhere = followAsWatcher(ada.accountId, newId("session"), 0, () => {});
    await say(ada, sessionId, { message: "Hello" });
    expect(await settledTitles(ada, sessionId)).toEqual(["Run completed"]);
    others();
    elsewhere();
  });

  it("of an API key or of a live test is told only when it fails, or not at all", async () => {
    const ada = await newPerson();
    const appId = await newApp(ada);
    const { secret } = await newKey(ada, { teamIds: [ada.slug] });
    const byKey = { ...ada, token: secret };
    const sessionId = await newSession(byKey, appId);
    await say(byKey, sessionId, { message: "Hello" });
    expect(await settledTitles(ada, sessionId)).toEqual([]);
    const made = await expectOk(callAs(sessions.add, { ...inTeam(ada, ada.slug), body: { id: appId, test: true } }));
    await say(ada, String(made._id), { message: "Hello" });
    expect(await settledTitles(ada, String(made._id))).toEqual([]);
    const failing = await newSession(byKey, await newApp(ada, { model: "demo-chat:fail=401" }));
    await say(byKey, failing, { message: "Hello" });
    expect(await settledTitles(ada, failing)).toEqual(["Run failed"]);
  });

  it("that waits for a person says so", async () => {
    const { db } = await testDatabase();
    const { person: ada, sessionId } = await conversation();
    const lease = { status: "running", leaseOwner: "test", leaseUntil: new Date(Date.now() + 60_000) } as const;
    const owner = { teamId: ada.slug, sessionId, principalId: ada.accountId };
    const [run] = await db
      .insert(runs)
      .values({ id: newId("run"), ...owner, ...lease })
      .returning();
    if (!run) throw new Error("There is no run.");
    expect(await suspendRun(db, run, [], "Say whether to pay.")).toBe(true);
    expect(await listed(ada)).toMatchObject([{ title: "Response needed", type: "input_request" }]);
    await db.update(runs).set({ status: "cancelled" }).where(eq(runs.id, run.id));
  });
});

describe("a limit of the plan", () => {
  it("is told once a day to whom something was refused and to the owner who can change it", async () => {
    withStripe();
    const { db } = await testDatabase();
    const ada = await newPerson();
    await db.update(orgTable).set({ stripePlan: "teams" }).where(eq(orgTable.id, ada.orgId));
    const bob = await joined(ada, "Team Admin");
    const carol = await joined(ada);
    const maker = and(eq(orgMembers.orgId, ada.orgId), eq(orgMembers.accountId, bob.accountId));
    await db
      .update(orgMembers)
      .set({ permissions: [Permission.CREATE_TEAM] })
      .where(maker);
    const add = (person: Person) => callAs(teams.add, { ...inTeam(person, ada.slug), body: { name: "Another" } });
    await expectOk(add(ada));
    await expectOk(add(ada));
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(bob)));
    expect(answers.every(({ status, body }) => status === 403 && !("orgId" in body))).toBe(true);
    const fact = "The Teams plan allows 3 teams, and this organization has 3.";
    const limits = (list: Awaited<ReturnType<typeof listed>>) => list.filter(({ type }) => type === "billing");
    const texts = async (person: Person) => limits(await listed(person)).map(({ description }) => description);
    expect(await texts(bob)).toEqual([`${fact} Ada, who owns Ada's organization, can change the plan.`]);
    expect(await texts(ada)).toEqual([`${fact} Bob hit this limit in Ada's organization.`]);
    expect(await texts(carol)).toEqual([]);
    const [told] = limits(await listed(bob));
    await see(bob, [told?._id ?? ""]);
    await add(bob);
    expect(limits(await listed(bob))).toEqual([{ ...told, seen: true }]);
    for (const name of ["Second", "Third"]) await callAs(orgs.add, { token: ada.token, body: { name } });
    expect(await texts(ada)).toEqual([
      "The Teams plan allows 1 organization, and you own 1. You can choose another plan in Billing.",
      `${fact} Bob hit this limit in Ada's organization.`,
    ]);
  });
});

describe("an API key", () => {
  const days = (count: number) => ({ expires: new Date(Date.now() + count * 86_400_000) });

  it("that runs out within a week, or has, is told to its owner, once", async () => {
    const { db } = await testDatabase();
    const ada = await newPerson();
    await changeKey(await newKey(ada), days(3));
    await changeKey(await newKey(ada), days(8));
    await changeKey(await newKey(ada), days(-8));
    await newKey(ada);
    const over = await changeKey(await newKey(ada), days(-1));
    const gone = await changeKey(await newKey(ada), days(1));
    await removeKey(ada, gone);
    await Promise.all([warnOfExpiringKeys(db), warnOfExpiringKeys(db)]);
    await warnOfExpiringKeys(db);
    const told = (await listed(ada)).filter(({ type }) => type === "apikey");
    expect(told.map(({ title, type, link }) => [title, type, link])).toEqual([
      ["API key expired", "apikey", "/apikeys"],
      ["API key expires soon", "apikey", "/apikeys"],
    ]);
    expect((await callAs(accounts.get, { token: over.secret })).status).toBe(401);
  });
});
