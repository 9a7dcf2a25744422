import { eq } from "drizzle-orm";
import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { security } from "@/lib/contract/security/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { createMailToken } from "@/lib/server/access/accounts/mail-tokens";
import { sessionCookie } from "@/lib/server/access/auth/principal";
import { startSockets } from "@/lib/server/api/realtime/sockets";
import { shareVisitors } from "@/lib/server/platform/db/tables/shares";
import { setClosed, signOutEverywhere } from "@/lib/server/resources/admin/accounts";
import { sweepShares } from "@/lib/server/resources/shares/actions";
import { callAs, expectOk, goodPassword, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { followSession, openSocket } from "../support/live-reader";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { changeToken } from "../support/people";
import { joinTeam, newApp, testWorker } from "../support/sessions";
import { login } from "../support/signing-in";
import { unlimited } from "../support/unlimited";
import {
  asVisitor,
  begin,
  inTeam,
  type Shared,
  setSharing,
  shareApp,
  sharedApp,
  type Visitor,
  visit,
  visitorAccount,
  write,
} from "../support/visitors";

unlimited();

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer((_, response) => response.writeHead(404).end());
  startSockets(server.server);
  await testWorker();
});
afterAll(() => server.close());

const day = 86_400_000;
const inTime = { timeout: 2_000, interval: 20 };
const another = "a whole new phrase 7";

async function socketOf(visitor: Visitor): Promise<Socket> {
  const socket = await openSocket(server.url, visitor.token);
  onTestFinished(() => void socket.disconnect());
  await followSession(socket, visitor.sessionId);
  return socket;
}

/** Whether an open event stream is over. */
async function streamOf(visitor: Visitor) {
  const { response } = await callAs(sessions.events, asVisitor(visitor));
  expect(response.status).toBe(200);
  const state = { over: false };
  const reader = response.body?.getReader();
  onTestFinished(() => void reader?.cancel());
  void (async () => {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read());
    state.over = true;
  })();
  return state;
}

/** A member who has come to a link that is open to everybody, live by socket and stream. */
async function memberAtLink() {
  const link = await sharedApp();
  const grace = await newPerson("Grace");
  await joinTeam(grace, link.slug);
  const visitor = await visit(link, grace.token);
  const [socket, stream] = [await socketOf(visitor), await streamOf(visitor)];
  return { link, grace, visitor, live: () => [socket.connected, !stream.over] };
}

const readBy = async (visitor: Visitor) => (await callAs(sessions.messages, asVisitor(visitor))).status;

const anotherSession = async (person: Person): Promise<string> => String((await expectOk(login(person))).token);

type Ending = (grace: Person, link: Shared) => Promise<unknown>;
const endings: [string, Ending][] = [
  ["signs out", ({ token, csrf }) => expectOk(callAs(accounts.logout, { token, body: { _csrf: csrf } }))],
  ["signs in again in that browser", (grace) => expectOk(login(grace, { cookie: `${sessionCookie}=${grace.token}` }))],
  [
    "changes the password elsewhere",
    async (grace) => {
      const body = { current: goodPassword, password: another };
      await expectOk(callAs(accounts.changePassword, { token: await anotherSession(grace), body }));
    },
  ],
  [
    "resets the password by mail",
    async ({ accountId }) => {
      const token = await createMailToken((await testDatabase()).db, "reset", accountId);
      await expectOk(callAs(accounts.changePassword, { body: { token, password: another } }));
    },
  ],
  [
    "ends the other sessions",
    async (grace) => expectOk(callAs(security.endOthers, { token: await anotherSession(grace) })),
  ],
  [
    "ends that one session elsewhere",
    async (grace) => {
      const token = await anotherSession(grace);
      const view = await expectOk(callAs(security.get, { token }));
      const old = (view.sessions as { _id: string; current: boolean }[]).find(({ current }) => !current);
      await expectOk(callAs(security.endSession, { token, params: { tokenId: String(old?._id) } }));
    },
  ],
  [
    "is removed from the team",
    ({ accountId }, { person }) =>
      expectOk(callAs(teams.removeMember, { ...inTeam(person), body: { memberId: accountId } })),
  ],
  [
    "deletes the account",
    ({ token, email }, { person }) =>
      expectOk(callAs(teams.removeMember, { ...inTeam(person), body: { email } })).then(() =>
        expectOk(callAs(security.remove, { token, body: { email, password: goodPassword } })),
      ),
  ],
];

describe("the visitor token of somebody who is signed in", () => {
  it.each(endings)("ends at once when its owner %s", async (_, end) => {
    const { link, grace, visitor, live } = await memberAtLink();
    expect([await readBy(visitor), ...live()]).toEqual([200, true, true]);
    await end(grace, link);
    await expect.poll(live, inTime).toEqual([false, false]);
    expect(await readBy(visitor)).toBe(401);
    expect((await write(visitor, "In her name")).status).toBe(401);
    await expect(openSocket(server.url, visitor.token)).rejects.toThrow();
    // Who shows it at the link is nobody, and known by no name.
    const anew = await visit(link, visitor.token);
    expect(anew.token).not.toBe(visitor.token);
    expect((await visitorAccount(anew.token)).body).toMatchObject({ account: { name: "Visitor" } });
  });

  it("ends with an account that is in no team of the link's", async () => {
    const link = await sharedApp();
    const grace = await newPerson("Grace");
    const visitor = await visit(link, grace.token);
    expect(await readBy(visitor)).toBe(200);
    const body = { email: grace.email, password: goodPassword };
    await expectOk(callAs(security.remove, { token: grace.token, body }));
    expect(await readBy(visitor)).toBe(401);
  });

  it.each([
    ["signed out everywhere", signOutEverywhere],
    ["closed", async (tx: Parameters<typeof setClosed>[0], id: string) => setClosed(tx, id, true)],
  ] as const)("ends in the transaction in which the account is %s by whoever runs the server", async (_, end) => {
    const { grace, visitor } = await memberAtLink();
    const { db } = await testDatabase();
    await db
      .transaction(async (tx) => {
        await end(tx, grace.accountId);
        throw new Error("taken back");
      })
      .catch(() => undefined);
    expect(await readBy(visitor)).toBe(200);
    await db.transaction((tx) => end(tx, grace.accountId) as Promise<unknown>);
    expect(await readBy(visitor)).toBe(401);
  });

  it("ends with its session's time, and with nothing of another account's", async () => {
    const { grace, visitor } = await memberAtLink();
    const other = await memberAtLink();
    await changeToken(grace.token, { lastUsed: new Date(Date.now() - 8 * day) });
    expect(await readBy(visitor)).toBe(401);
    await changeToken(grace.token, { lastUsed: new Date() });
    expect(await readBy(visitor)).toBe(200);
    await changeToken(grace.token, { expires: new Date(Date.now() - 1) });
    expect([await readBy(visitor), await readBy(other.visitor)]).toEqual([401, 200]);
    expect(other.live()).toEqual([true, true]);
  });

  it("reads nothing that is begun after it ended, also where the app is for members", async () => {
    const ada = await newPerson();
    const appId = await newApp(ada);
    const grace = await newPerson("Grace");
    await joinTeam(grace, ada.slug);
    const link = await shareApp(ada, appId);
    const stolen = await visit(link, grace.token);
    await expectOk(callAs(accounts.logout, { token: grace.token, body: { _csrf: grace.csrf } }));
    const token = await anotherSession(grace);
    const later = await visit(link, token);
    await expectOk(write(later, "A secret"));
    expect(await readBy({ ...later, token: stolen.token })).toBe(401);
    expect((await begin(link, stolen.token)).status).toBe(404);
    // What she had begun is hers in the new session.
    expect(await readBy({ ...stolen, token: later.token })).toBe(200);
  });

  it("starts otherwise than that of nobody in particular, which goes on whoever signs in and out", async () => {
    const { link, grace, visitor } = await memberAtLink();
    const before = await visit(link);
    expect([visitor.token, before.token]).toEqual([expect.stringMatching(/^mva_/), expect.stringMatching(/^mv_/)]);
    await expectOk(callAs(accounts.logout, { token: grace.token, body: { _csrf: grace.csrf } }));
    expect([await readBy(visitor), await readBy(before)]).toEqual([401, 200]);
  });

  it("is listed with the session in which it was made, by the app's name, until that no longer lets its owner in", async () => {
    const link = await sharedApp();
    const grace = await newPerson("Grace");
    const token = await anotherSession(grace);
    await visit(link, grace.token);
    const listed = async () => {
      const view = await expectOk(callAs(security.get, { token: grace.token }));
      const rows = view.sessions as { current: boolean; visits: { appName: string; lastUsed: string }[] }[];
      return rows.map(({ current, visits }) => [current, visits.map(({ appName }) => appName)]);
    };
    expect(await listed()).toEqual(
      expect.arrayContaining([
        [true, ["Chat"]],
        [false, []],
      ]),
    );
    await visit(link, token);
    expect(await listed()).toEqual([
      [expect.any(Boolean), ["Chat"]],
      [expect.any(Boolean), ["Chat"]],
    ]);
    await expectOk(setSharing(link.person, link.appId, { sharingMode: "team" }));
    expect((await listed()).map(([, visits]) => visits)).toEqual([[], []]);
  });
});

it("a visitor's token has a longest time, however often it is used", async () => {
  const link = await sharedApp();
  const visitor = await visit(link);
  const { db } = await testDatabase();
  const madeAgo = (days: number) =>
    db
      .update(shareVisitors)
      .set({ dateCreated: new Date(Date.now() - days * day), lastUsed: new Date() })
      .where(eq(shareVisitors.shareId, link.shareId));
  await madeAgo(89);
  const socket = await socketOf(visitor);
  expect(await readBy(visitor)).toBe(200);
  await madeAgo(91);
  expect(await readBy(visitor)).toBe(401);
  expect(socket.connected).toBe(true);
  await sweepShares(db);
  expect(await db.$count(shareVisitors, eq(shareVisitors.shareId, link.shareId))).toBe(0);
});

it("what is open ends with a visitor's longest time by itself", async () => {
  const link = await sharedApp();
  const visitor = await visit(link);
  const { db } = await testDatabase();
  await db
    .update(shareVisitors)
    .set({ dateCreated: new Date(Date.now() - 90 * day + 1_500) })
    .where(eq(shareVisitors.shareId, link.shareId));
  const [socket, stream] = [await socketOf(visitor), await streamOf(visitor)];
  await expect.poll(() => [socket.connected, stream.over], { timeout: 5_000 }).toEqual([false, true]);
});
