import { eq } from "drizzle-orm";
import { io as connect } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { notificationTextMax, notificationTitleMax } from "@/lib/constants/notifications";
import type { Notification } from "@/lib/contract/notifications/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { warnOfExpiringKeys } from "@/lib/server/access/api-keys/service";
import { notifyBilling } from "@/lib/server/access/billing/notify-billing";
import { liveChannel } from "@/lib/server/access/broadcast/broadcast";
import { notify } from "@/lib/server/access/notifications/service";
import { startSockets } from "@/lib/server/api/realtime/sockets";
import { notifyBudgetManagers } from "@/lib/server/engine/budgets/notify-managers";
import type { RunRow } from "@/lib/server/engine/runs/lease/lease";
import { notifyEnded, type Outcome } from "@/lib/server/engine/runs/outcome/notify-ended";
import { afterCommit } from "@/lib/server/platform/db/after-commit";
import { sessions } from "@/lib/server/platform/db/tables/sessions";
import { orgs } from "@/lib/server/platform/db/tables/teams";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { changeKey, newKey } from "../support/keys";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { inTeam, joined } from "../support/members";
import { listed, see, tell } from "../support/notifications";
import { conversation } from "../support/sessions";

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

describe("the tone of a notification", () => {
  const tonesOf = (told: (Notification & { tone?: string })[]) => told.map(({ title, tone }) => [title, tone]);

  it("warns of runs that failed or wait for a budget, and of no other end", async () => {
    const { db } = await testDatabase();
    const { person: ada, sessionId } = await conversation();
    const adas = await heard(ada);
    const run = { principalId: ada.accountId, teamId: ada.slug } as RunRow;
    const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId));
    if (!session) throw new Error("There is no session.");
    const outcomes: Outcome[] = [
      { status: "completed", reason: null },
      { status: "error", reason: "The model refused." },
      { status: "waiting", reason: "Say whether to pay." },
      { status: "waiting", reason: "The budget is used up.", asks: "budget" },
    ];
    for (const outcome of outcomes) await db.transaction((tx) => notifyEnded(tx, run, session, outcome));
    await expect
      .poll(() => tonesOf(adas))
      .toEqual([
        ["Run completed", undefined],
        ["Run failed", "warning"],
        ["Response needed", undefined],
        ["Run paused", "warning"],
      ]);
  });

  it("warns of a payment that failed and of limits that hold from now on, and of no other change of a plan", async () => {
    const { db } = await testDatabase();
    const ada = await newPerson();
    const adas = await heard(ada);
    const [org] = await db.select().from(orgs).where(eq(orgs.id, ada.orgId));
    if (!org) throw new Error("There is no organization.");
    const news = ["started", "changed", "failed", "ending", "resumed", "ended", "trial-ending", "trial-ended"] as const;
    for (const one of news) await db.transaction((tx) => notifyBilling(tx, org, one));
    await expect.poll(() => adas).toHaveLength(news.length);
    const warned = tonesOf(adas).filter(([, tone]) => tone === "warning");
    expect(warned.map(([title]) => title)).toEqual(["Payment failed", "Your plan has ended", "Your trial has ended"]);
  });

  it("warns of a budget that is used up", async () => {
    const { db } = await testDatabase();
    const ada = await newPerson();
    const adas = await heard(ada);
    const spent = { money: null, tokens: 1, spentUsd: 0, spentTokens: 5 };
    const budget = { subjectId: ada.slug, scope: "team", hard: true, ...spent } as const;
    await db.transaction((tx) => notifyBudgetManagers(tx, budget, ada.slug));
    await expect.poll(() => tonesOf(adas)).toEqual([["Budget used up", "warning"]]);
  });

  it("warns of a key that has expired, and of none that will", async () => {
    const { db } = await testDatabase();
    const ada = await newPerson();
    const adas = await heard(ada);
    const day = 24 * 60 * 60 * 1_000;
    await changeKey(await newKey(ada), { expires: new Date(Date.now() - day) });
    await changeKey(await newKey(ada), { expires: new Date(Date.now() + day) });
    await warnOfExpiringKeys(db);
    await expect
      .poll(() => tonesOf(adas).sort())
      .toEqual([
        ["API key created", undefined],
        ["API key created", undefined],
        ["API key expired", "warning"],
        ["API key expires soon", undefined],
      ]);
  });

  it("does not warn of a membership that has ended: nothing failed", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    const bobs = await heard(bob);
    await expectOk(callAs(teams.removeMember, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    await expect.poll(() => tonesOf(bobs)).toEqual([["Membership ended", undefined]]);
  });
});

it("names its audience, in the list as live", async () => {
  const ada = await newPerson();
  const adas = await heard(ada);
  await tell({ to: "team", teamId: ada.slug });
  await tell({ to: [ada.accountId], teamId: ada.slug });
  await expect.poll(() => adas.map(({ audience }) => audience)).toEqual(["team", ada.accountId]);
  expect((await listed(ada)).map(({ audience }) => audience)).toEqual([ada.accountId, "team"]);
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
  await db.transaction(async (tx) => {
    const savepoint = tx.transaction(async (inner) => {
      await notify(inner, { ...words, title: "Rolled back" });
      throw new Error("undone");
    });
    await expect(savepoint).rejects.toThrow("undone");
  });
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
