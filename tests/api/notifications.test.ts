import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { maxNotifications, maxUnseen, notificationDays } from "@/lib/constants/notifications";
import { type AccountResponse, accounts } from "@/lib/contract/accounts/schemas";
import { notifications as contract } from "@/lib/contract/notifications/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { notify } from "@/lib/server/access/notifications/service";
import { sweepNotifications } from "@/lib/server/access/notifications/sweep";
import { notifications, notificationsSeen } from "@/lib/server/platform/db/tables/notifications";
import { teamMembers } from "@/lib/server/platform/db/tables/teams";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, goodPassword, newPerson, type Person, send } from "../support/client";
import { testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { accept, freshEmail, inTeam, invited, joined, statusesOf } from "../support/members";
import { listed, see, tell, titles, unseen } from "../support/notifications";
import { joinTeam } from "../support/sessions";

const noSuch = {
  status: 404,
  body: { error: "This notification doesn't exist or is no longer available.", code: "not_found" },
};

async function removeFrom(slug: string, { accountId }: Person): Promise<void> {
  const { db } = await testDatabase();
  await db.delete(teamMembers).where(and(eq(teamMembers.teamId, slug), eq(teamMembers.accountId, accountId)));
}

describe("who sees a notification", () => {
  it("the account that it is for, in whatever team it is, and nobody else", async () => {
    const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
    const second = await expectOk(callAs(teams.add, { ...inTeam(ada, ada.slug), body: { name: "Second" } }));
    await tell({ to: [ada.accountId], teamId: ada.slug, title: "Of the team" });
    await tell({ to: [ada.accountId], teamId: null, title: "Of none" });
    expect(await titles(ada)).toEqual(["Of none", "Of the team"]);
    expect(await titles(ada, String(second.id))).toEqual(["Of none", "Of the team"]);
    expect(await titles(mallory)).toEqual([]);
    expect(await unseen(mallory)).toEqual([]);
    await joinTeam(mallory, ada.slug);
    expect(await titles(mallory, ada.slug)).toEqual([]);
  });

  it("everybody in the team, there alone, and a new member all that comes from then on", async () => {
    const ada = await newPerson();
    await tell({ to: "team", teamId: ada.slug, title: "Before" });
    const bob = await joined(ada);
    await tell({ to: "team", teamId: ada.slug, title: "After" });
    expect(await titles(ada)).toEqual(["After", "New member", "Before"]);
    expect(await titles(bob)).toEqual(["After"]);
    const carol = await newPerson("Carol");
    await joinTeam(bob, carol.slug);
    expect(await titles(bob, carol.slug)).toEqual([]);
    expect(await titles(carol)).toEqual([]);
  });

  it("no removed member, neither what was for the team nor what was for them in it", async () => {
    const ada = await newPerson();
    const bob = await newPerson("Bob");
    await joinTeam(bob, ada.slug);
    await tell({ to: "team", teamId: ada.slug, title: "For all" });
    await tell({ to: [bob.accountId], teamId: ada.slug, title: "For Bob" });
    await tell({ to: [bob.accountId], teamId: null, title: "His own" });
    const [own, his, all] = await listed(bob, ada.slug);
    expect([own, his, all].map((one) => one?.title)).toEqual(["His own", "For Bob", "For all"]);
    await removeFrom(ada.slug, bob);
    expect((await callAs(contract.list, inTeam(bob, ada.slug))).status).toBe(404);
    expect(await titles(bob)).toEqual(["His own"]);
    expect((await unseen(bob)).map(({ title }) => title)).toEqual(["His own"]);
    expect(await see(bob, [his?._id ?? ""])).toMatchObject(noSuch);
    expect(await see(bob, [all?._id ?? ""])).toMatchObject(noSuch);
    // Nobody who is not in the team is told about it.
    await tell({ to: [bob.accountId, ada.accountId], teamId: ada.slug, title: "Too late" });
    expect(await titles(bob)).toEqual(["His own"]);
    expect((await titles(ada))[0]).toBe("Too late");
  });

  it("an API key of theirs only what is for everybody in the key's team", async () => {
    const ada = await newPerson();
    const { secret: token } = await newKey(ada, { teamIds: [ada.slug] });
    await tell({ to: [ada.accountId], teamId: ada.slug, title: "For Ada" });
    await tell({ to: [ada.accountId], teamId: null, title: "For Ada anywhere" });
    await tell({ to: "team", teamId: ada.slug, title: "For all" });
    const key = { ...ada, token };
    expect(await titles(key)).toEqual(["For all"]);
    expect((await unseen(key)).map(({ title }) => title)).toEqual(["For all"]);
    const [, forAda] = await listed(ada);
    expect(await see(key, [forAda?._id ?? ""])).toMatchObject(noSuch);
  });
});

describe("seen", () => {
  it("is each account's own, and what is seen stays in the list", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    await tell({ to: "team", teamId: ada.slug });
    const [one] = await listed(bob);
    expect(one).toMatchObject({
      title: "Done",
      description: "It is **done**.",
      type: "session",
      seen: false,
      link: null,
    });
    expect(await see(bob, [one?._id ?? ""])).toMatchObject({ status: 200, body: {} });
    expect(await listed(bob)).toEqual([{ ...one, seen: true }]);
    expect(await unseen(bob)).toEqual([]);
    expect((await listed(ada))[0]).toEqual(one);
    expect((await unseen(ada)).map(({ _id }) => _id)).toContain(one?._id);
    expect((await see(bob, [one?._id ?? ""])).status).toBe(200);
  });

  it("is all of them or none, and none of another's", async () => {
    const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
    await tell({ to: [ada.accountId], teamId: null });
    await tell({ to: [mallory.accountId], teamId: null });
    const [[own], [other]] = [await listed(ada), await listed(mallory)];
    const ids = [own?._id ?? "", other?._id ?? ""];
    expect(await see(ada, ids)).toMatchObject(noSuch);
    expect(await see(ada, [newId("notification")])).toMatchObject(noSuch);
    expect([(await unseen(ada)).length, (await unseen(mallory)).length]).toEqual([1, 1]);
  });

  it("needs the csrf token, a right id and the team of the address", async () => {
    const ada = await newPerson();
    await tell({ to: [ada.accountId], teamId: null });
    const [one] = await listed(ada);
    const path = `/${ada.slug}/forms/notification/seen`;
    const mark = (body: object) => send("PATCH", path, body, { token: ada.token });
    const notificationIds = [one?._id];
    const right = { notificationIds, resourceSlug: ada.slug, _csrf: ada.csrf };
    expect((await mark({ ...right, _csrf: undefined })).status).toBe(403);
    expect((await mark({ ...right, resourceSlug: "another" })).status).toBe(400);
    expect((await mark({ ...right, notificationIds: [] })).status).toBe(400);
    expect((await mark({ ...right, notificationIds: Array(101).fill(one?._id) })).status).toBe(400);
    expect(await unseen(ada)).toHaveLength(1);
    expect((await mark(right)).status).toBe(200);
    expect(await unseen(ada)).toHaveLength(0);
  });

  it("can be said of one's own by who is in no team, and of nothing else", async () => {
    const ada = await newPerson();
    const session = await expectOk(accept(await invited(ada, freshEmail()), { password: goodPassword }));
    const token = String(session.token);
    const { csrf, account } = (await expectOk(callAs(accounts.get, { token }))) as AccountResponse;
    await tell({ to: "team", teamId: ada.slug, title: "Of the team" });
    const [ofTeam] = await unseen({ token });
    const { secret } = await newKey({ accountId: account._id });
    await expectOk(callAs(teams.removeMember, { ...inTeam(ada, ada.slug), body: { memberId: account._id } }));
    const [ended, ...more] = await unseen({ token });
    expect([ended, more]).toMatchObject([{ title: "Membership ended" }, [{ title: "API key created" }]]);
    const mark = (id: string | undefined, by = token, _csrf = csrf) =>
      callAs(contract.seenOwn, { token: by, body: { notificationIds: [id], _csrf } });
    expect(await mark(ofTeam?._id)).toMatchObject(noSuch);
    expect(await mark(ended?._id, ada.token, ada.csrf)).toMatchObject(noSuch);
    expect((await mark(ended?._id, secret)).status).toBe(403);
    expect((await mark(ended?._id, token, "")).status).toBe(403);
    expect(await unseen({ token })).toHaveLength(2);
    for (const one of [ended, ...more]) await expectOk(mark(one?._id));
    expect(await unseen({ token })).toEqual([]);
  });

  it("is one row, however often it is said at once", async () => {
    const ada = await newPerson();
    await tell({ to: [ada.accountId], teamId: null });
    const [one] = await listed(ada);
    const answers = await Promise.all(Array.from({ length: 10 }, () => see(ada, [one?._id ?? ""])));
    expect(statusesOf(answers)).toEqual(Array(10).fill(200));
    const { db } = await testDatabase();
    const rows = await db.select().from(notificationsSeen).where(eq(notificationsSeen.accountId, ada.accountId));
    expect(rows).toHaveLength(1);
  });
});

describe("the list", () => {
  it("comes page by page, newest first, nothing twice, whatever comes in meanwhile", async () => {
    const ada = await newPerson();
    for (let i = 0; i < 25; i += 1) await tell({ to: [ada.accountId], teamId: null, title: `Number ${i}` });
    const got: string[] = [];
    let before: string | null | undefined;
    for (let page = 0; page < 3; page += 1) {
      const query = { limit: 10, before: before ?? undefined };
      const answer = await expectOk(callAs(contract.list, { ...inTeam(ada, ada.slug), query }));
      const { notifications: rows, next } = answer as unknown as { notifications: { title: string }[]; next: string };
      got.push(...rows.map(({ title }) => title));
      before = next;
      await tell({ to: [ada.accountId], teamId: null, title: "Meanwhile" });
    }
    expect([got, before]).toEqual([Array.from({ length: 25 }, (_, i) => `Number ${24 - i}`), null]);
    expect(await unseen(ada)).toHaveLength(maxUnseen);
  });

  it("begins at no notification of another's", async () => {
    const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
    await tell({ to: [ada.accountId], teamId: null });
    const [one] = await listed(ada);
    const asked = (before: string) => callAs(contract.list, { ...inTeam(mallory, mallory.slug), query: { before } });
    const [foreign, unknown] = [await asked(one?._id ?? ""), await asked(newId("notification"))];
    expect([foreign.status, foreign.body]).toEqual([400, unknown.body]);
  });

  it("keeps the newest of an account for some time", async () => {
    const { db } = await testDatabase();
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const row = (accountId: string, days: number) => {
      const id = newId("notification");
      const date = new Date(Date.now() - days * 86_400_000);
      return { id, key: id, accountId, type: "session", title: `${days}`, description: "", date } as const;
    };
    const days = Array.from({ length: maxNotifications + 5 }, (_, i) => i / 10);
    await db.insert(notifications).values(days.map((day) => row(ada.accountId, day)));
    await db
      .insert(notifications)
      .values([1, notificationDays - 1, notificationDays + 1].map((day) => row(bob.accountId, day)));
    await sweepNotifications(db);
    const left = await db.select().from(notifications).where(eq(notifications.accountId, ada.accountId));
    expect(left).toHaveLength(maxNotifications);
    expect(left.map(({ title }) => Number(title)).sort((a, b) => a - b)).toEqual(days.slice(0, maxNotifications));
    expect(await titles(bob)).toEqual(["1", `${notificationDays - 1}`]);
  });
});

describe("a key", () => {
  it("lets a newer one take the older one's place, unseen again, however many come at once", async () => {
    const ada = await newPerson();
    const said = (title: string) => tell({ to: [ada.accountId], teamId: null, title, key: `session:${ada.slug}` });
    await said("First");
    await see(ada, [(await listed(ada))[0]?._id ?? ""]);
    await said("Second");
    expect(await listed(ada)).toMatchObject([{ title: "Second", seen: false }]);
    await Promise.all(Array.from({ length: 10 }, (_, i) => said(`Parallel ${i}`)));
    expect(await listed(ada)).toHaveLength(1);
    // Another account's of the same key is another.
    const bob = await newPerson("Bob");
    await tell({ to: [bob.accountId], teamId: null, title: "His", key: `session:${ada.slug}` });
    expect([(await listed(ada)).length, await titles(bob)]).toEqual([1, ["His"]]);
  });

  it("that is told once stays as it is", async () => {
    const ada = await newPerson();
    const said = (title: string) =>
      tell({ to: [ada.accountId], teamId: null, title, key: `limit:${ada.slug}`, once: true });
    await said("First");
    await Promise.all(Array.from({ length: 10 }, () => said("Again")));
    expect(await titles(ada)).toEqual(["First"]);
  });
});

it("is gone with the transaction that would have caused it", async () => {
  const ada = await newPerson();
  const { db } = await testDatabase();
  const failing = db.transaction(async (tx) => {
    await notify(tx, { to: [ada.accountId], teamId: null, type: "session", title: "Done", description: "Done." });
    throw new Error("It was not to be.");
  });
  await expect(failing).rejects.toThrow("It was not to be.");
  expect(await listed(ada)).toEqual([]);
});
