import { io as connect } from "socket.io-client";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { notificationTextMax, notificationTitleMax } from "@/lib/constants/notifications";
import type { Notification } from "@/lib/contract/notifications";
import { teams } from "@/lib/contract/teams";
import { afterCommit } from "@/lib/server/db/after-commit";
import { notify } from "@/lib/server/notifications/service";
import { liveChannel } from "@/lib/server/realtime/broadcast";
import { startSockets } from "@/lib/server/realtime/sockets";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { inTeam, joined } from "../support/members";
import { listed, see, tell } from "../support/notifications";

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer((_, response) => response.writeHead(404).end());
  startSockets(server.server);
});
afterAll(() => server.close());

/** What somebody's page hears, in the room of their team. */
async function heard<T = Notification>(
  { token, slug }: Pick<Person, "token" | "slug">,
  event = "notification",
): Promise<T[]> {
  const options = { path: "/socket.io", auth: { token }, transports: ["websocket"], reconnection: false };
  const socket = connect(server.url, { ...options, forceNew: true });
  onTestFinished(() => void socket.disconnect());
  const got: T[] = [];
  socket.on(event, (one: T) => got.push(one));
  expect(await socket.emitWithAck("join_room", slug)).toEqual({ ok: true });
  return got;
}

it("is shown to those who are there, as the list has it", async () => {
  const ada = await newPerson();
  const bob = await joined(ada);
  const { secret } = await newKey(ada, { teamIds: [ada.slug] });
  const [adas, bobs, keys] = [await heard(ada), await heard(bob), await heard({ ...ada, token: secret })];
  await tell({ to: [ada.accountId], teamId: ada.slug, title: "For Ada", link: `/${ada.slug}/team` });
  await tell({ to: "team", teamId: ada.slug, title: "For all" });
  await expect.poll(() => [adas.length, bobs.length, keys.length]).toEqual([2, 1, 1]);
  expect((await listed(ada)).slice(0, 2)).toEqual(adas.toReversed());
  expect([bobs, keys]).toEqual([[adas[1]], [adas[1]]]);
});

it("of a team is shown to nobody who is not in it", async () => {
  const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
  const [adas, mallorys] = [await heard(ada), await heard(mallory)];
  const both = [ada.accountId, mallory.accountId];
  await tell({ to: both, teamId: ada.slug, title: "Of Ada's team" });
  await tell({ to: "team", teamId: ada.slug, title: "For all of it" });
  await tell({ to: both, teamId: null, title: "Of none" });
  await expect.poll(() => adas.map(({ title }) => title)).toEqual(["Of Ada's team", "For all of it", "Of none"]);
  await expect.poll(() => mallorys.map(({ title }) => title)).toEqual(["Of none"]);
});

it("warns of what has ended for somebody, and of nothing else", async () => {
  const ada = await newPerson();
  const bob = await joined(ada);
  const bobs = await heard(bob);
  await tell({ to: [bob.accountId], teamId: ada.slug, title: "Before" });
  await expectOk(callAs(teams.removeMember, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
  await expect.poll(() => bobs).toHaveLength(2);
  expect(bobs).toMatchObject([{ title: "Before" }, { title: "Membership ended", tone: "warning" }]);
  expect(bobs[0]).not.toHaveProperty("tone");
});

it("is seen on all pages of the account once it is on one, and on nobody else's", async () => {
  const ada = await newPerson();
  const bob = await joined(ada);
  const { secret } = await newKey(ada, { teamIds: [ada.slug] });
  const marks = await Promise.all(
    [ada, ada, bob, { ...ada, token: secret }].map((one) => heard<object>(one, "notifications_seen")),
  );
  await tell({ to: "team", teamId: ada.slug, title: "First" });
  await tell({ to: "team", teamId: ada.slug, title: "Second" });
  const [second, first] = (await listed(ada)).map(({ _id }) => _id);
  await expectOk(see(ada, [String(first)]));
  // What was seen before is not told again.
  await expectOk(see(ada, [String(first)]));
  await expectOk(see(ada, [String(first), String(second)]));
  const told = [{ notificationIds: [first] }, { notificationIds: [second] }];
  await expect.poll(() => marks[1]).toEqual(told);
  expect(marks).toEqual([told, told, [], []]);
});

it("is shown only once it is committed, the outermost transaction's way", async () => {
  const { db } = await testDatabase();
  const ada = await newPerson();
  const adas = await heard(ada);
  const words = { to: [ada.accountId], teamId: null, type: "session", description: "Done." } as const;
  const order: string[] = [];
  await db.transaction(async (tx) => {
    await tx.transaction((inner) => notify(inner, { ...words, title: "Inside" }));
    afterCommit(tx, async () => void order.push("after"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    order.push(`${adas.length} shown`);
  });
  await expect.poll(() => adas.length).toBe(1);
  expect(order).toEqual(["0 shown", "after"]);
  await db
    .transaction(async (tx) => {
      await notify(tx, { ...words, title: "Never" });
      throw new Error("undone");
    })
    .catch(() => undefined);
  await tell({ to: [ada.accountId], teamId: null, title: "Last" });
  await expect.poll(() => adas.map(({ title }) => title)).toEqual(["Inside", "Last"]);
});

it("reaches other processes, whatever stands in it", async () => {
  const ada = await newPerson();
  const { pool } = await testDatabase();
  const ear = await pool.connect();
  onTestFinished(() => ear.release(true));
  const carried: string[] = [];
  ear.on("notification", ({ payload = "" }) => payload.includes(ada.accountId) && carried.push(payload));
  await ear.query(`listen ${liveChannel}`);
  for (const letter of ["\u0001", "\\", "€", "😀"]) {
    const words = { title: letter.repeat(500), description: letter.repeat(5_000) };
    await tell({ to: [ada.accountId], teamId: null, ...words, link: `/${"x".repeat(120)}` });
  }
  await expect.poll(() => carried.length).toBe(4);
  const rows = await listed(ada);
  expect(rows.every(({ title }) => title.length <= notificationTitleMax)).toBe(true);
  expect(rows.every(({ description }) => description.length <= notificationTextMax)).toBe(true);
});
