import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { admin } from "@/lib/contract/admin/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { security } from "@/lib/contract/security/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { inTeam, joined } from "../support/members";
import { openAiForAll } from "../support/open-ai";
import { newAccount, tokenOf } from "../support/people";
import { newApp, newSession, readLog, readMessages, runOf, say, settled } from "../support/sessions";
import { changeLink, setSharing, shareApp, visit, write } from "../support/visitors";

ownDatabase();
const heartbeatMs = 2_000;
const standin = openAiForAll({ heartbeatMs });
const gone = { status: "error", reason: "The member who started this run no longer has access." };
const revoked = { status: "cancelled", reason: "The share link no longer grants this visitor access." };

/** Somebody and an app of theirs that talks for minutes. */
async function host() {
  const by = await newPerson();
  standin().behave({});
  const appId = await newApp(by, { provider: "open_ai", model: "gpt-4o", config: { api_key: standin().key } });
  standin().behave({ text: "on and on ".repeat(2_000), tps: 20 });
  return { by, appId };
}

/** Waits until some of the answer is there. Answers how the run ends, looked for once something is done about it. */
async function talking(reader: Person, sessionId: string, withinMs = 1_000) {
  await expect.poll(() => standin().requests.at(-1)?.body.stream).toBe(true);
  // Some words of it.
  await sleep(400);
  const from = Date.now();
  return async () => {
    const { lastRun } = await settled(reader, sessionId);
    expect(Date.now() - from).toBeLessThan(withinMs);
    await expect.poll(() => standin().requests.at(-1)?.abortedAt ?? 0).toBeGreaterThan(0);
    const [, answer] = await readMessages(reader, sessionId);
    expect([answer?.completed, answer?.text.startsWith("on and on")]).toEqual([false, true]);
    expect((await readLog(reader, sessionId)).filter(({ kind }) => kind === "step")).toHaveLength(1);
    return lastRun;
  };
}

describe("a model that is talking when its principal is out of the team is let go at once", () => {
  const ways: [string, (ada: Person, bob: Person) => Promise<unknown>][] = [
    [
      "removed",
      (by, bob) => expectOk(callAs(teams.removeMember, { ...inTeam(by, by.slug), body: { memberId: bob.accountId } })),
    ],
    [
      "removed from the organisation",
      (by, bob) => expectOk(callAs(orgs.removeMember, { ...inTeam(by, by.slug), body: { memberId: bob.accountId } })),
    ],
    ["left", (by, bob) => expectOk(callAs(teams.leave, { ...inTeam(bob, by.slug), body: {} }))],
    [
      "account deleted",
      (_, bob) =>
        expectOk(callAs(security.remove, { token: bob.token, body: { email: bob.email, password: bob.password } })),
    ],
    [
      "account closed",
      async (_, { accountId }) => {
        const token = await tokenOf(await newAccount("Root", true));
        await expectOk(callAs(admin.close, { token, params: { accountId } }));
      },
    ],
  ];
  it.each(ways)("%s", async (_, leave) => {
    const { by, appId } = await host();
    const bob = await joined(by);
    const sessionId = await newSession(bob, appId);
    await say(bob, sessionId, { message: "Talk" });
    const ended = await talking(by, sessionId);
    await leave(by, bob);
    expect(await ended()).toEqual(gone);
  });

  it("and another's answer goes on", async () => {
    const { by, appId } = await host();
    const [bob, eve] = [await joined(by), await joined(by)];
    const sessionId = await newSession(eve, appId);
    await say(eve, sessionId, { message: "Talk" });
    await talking(by, sessionId);
    await expectOk(callAs(teams.removeMember, { ...inTeam(by, by.slug), body: { memberId: bob.accountId } }));
    await sleep(700);
    expect([(await runOf(sessionId)).status, standin().requests.at(-1)?.abortedAt]).toEqual(["running", undefined]);
    await expectOk(callAs(teams.removeMember, { ...inTeam(by, by.slug), body: { memberId: eve.accountId } }));
    expect((await settled(by, sessionId)).lastRun).toEqual(gone);
  });
});

describe("a model that is talking to a visitor whose link lets them in no more is let go at once", () => {
  const ways: [string, (by: Person, link: { appId: string; shareId: string }) => Promise<unknown>][] = [
    [
      "link revoked",
      (by, { shareId }) =>
        expectOk(callAs(shares.remove, { token: by.token, params: { resourceSlug: by.slug, shareId }, body: {} })),
    ],
    ["app closed to visitors", (by, { appId }) => expectOk(setSharing(by, appId, { sharingMode: "team" }))],
    [
      "app deleted",
      (by, { appId }) =>
        expectOk(callAs(apps.remove, { token: by.token, params: { resourceSlug: by.slug, appId }, body: {} })),
    ],
  ];

  /** A visitor's answer under way. */
  async function visited(withinMs?: number) {
    const { by, appId } = await host();
    await expectOk(setSharing(by, appId, { sharingMode: "public" }));
    const link = await shareApp(by, appId);
    const visitor = await visit(link);
    await expectOk(write(visitor, "Talk"));
    return { by, link, ended: await talking(by, visitor.sessionId, withinMs) };
  }

  it.each(ways)("%s", async (_, close) => {
    const { by, link, ended } = await visited();
    await close(by, link);
    expect(await ended()).toEqual(revoked);
  });

  it("time over, of which nobody is told: with the next heartbeat", async () => {
    const { link, ended } = await visited(heartbeatMs + 1_000);
    await changeLink(link.shareId, { expires: new Date() });
    expect(await ended()).toEqual(revoked);
  });
});
