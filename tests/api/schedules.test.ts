import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, apps } from "@/lib/contract/apps/schemas";
import type { Session } from "@/lib/contract/sessions/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { Permission } from "@/lib/permissions/bits";
import type { Worker } from "@/lib/server/engine/runs/worker";
import { apps as appRows } from "@/lib/server/platform/db/tables/apps";
import { runs } from "@/lib/server/platform/db/tables/sessions";
import { orgs, teamMembers, teams } from "@/lib/server/platform/db/tables/teams";
import { startDueApps } from "@/lib/server/resources/apps/due";
import { guardedTools } from "../support/approvals";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { listed } from "../support/notifications";
import { joinTeam, newApp, readMessages, settled, testWorker } from "../support/sessions";
import { newVariable } from "../support/tasks";

ownDatabase();

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

const daily = { type: "cron", unit: "day", message: "Good morning" };

const ofApp = (person: Person, appId: string, slug = person.slug) => ({
  token: person.token,
  params: { resourceSlug: slug, appId },
});
const schedule = (person: Person, appId: string, body: object = daily, slug = person.slug) =>
  callAs(apps.edit, { ...ofApp(person, appId, slug), body: { schedule: body } });
const readApp = async (person: Person, appId: string) =>
  ((await expectOk(callAs(apps.get, ofApp(person, appId)))) as unknown as { app: App }).app;

/** Somebody's chat app that runs every day. */
async function scheduled(more: object = {}) {
  const person = await newPerson();
  const appId = await newApp(person);
  await expectOk(schedule(person, appId, { ...daily, ...more }));
  return { person, appId };
}

async function due(appId: string, daysAgo = 0): Promise<void> {
  const { db } = await testDatabase();
  const nextDue = new Date(Date.now() - daysAgo * 86_400_000 - 1_000);
  await db.update(appRows).set({ nextDue }).where(eq(appRows.id, appId));
}

/** Two processes look at once. */
async function look(): Promise<void> {
  const { db } = await testDatabase();
  await Promise.all([startDueApps(db), startDueApps(db)]);
}

const sessionsOf = async (person: Person, appId: string): Promise<Session[]> => {
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  return ((await expectOk(callAs(sessions.list, { ...to, query: { appId } }))) as unknown as { sessions: Session[] })
    .sessions;
};

async function setOrgPlan(slug: string, plan: "free" | "pro"): Promise<void> {
  const { db } = await testDatabase();
  const [team] = await db.select().from(teams).where(eq(teams.id, slug));
  await db
    .update(orgs)
    .set({ plan })
    .where(eq(orgs.id, team?.orgId ?? ""));
}

describe("a schedule", () => {
  it("is one period after it was set, of whoever has set it, and stays so when the app is changed", async () => {
    const { person, appId } = await scheduled();
    const { schedule: set } = await readApp(person, appId);
    expect(set).toMatchObject({ type: "cron", unit: "day", principalId: person.accountId, principalName: "Ada" });
    expect(set).toMatchObject({ message: "Good morning", pausedReason: null });
    const day = Date.parse(set.nextDue ?? "") - Date.now();
    expect(Math.abs(day - 86_400_000)).toBeLessThan(60_000);
    await expectOk(schedule(person, appId, { ...daily, message: "Hello" }));
    await expectOk(callAs(apps.edit, { ...ofApp(person, appId), body: { name: "Renamed" } }));
    expect((await readApp(person, appId)).schedule).toMatchObject({ message: "Hello", nextDue: set.nextDue });
    await expectOk(schedule(person, appId, { type: "manual" }));
    expect((await readApp(person, appId)).schedule).toEqual({ type: "manual" });
    await look();
    expect(await sessionsOf(person, appId)).toEqual([]);
  });

  it("begins when that is said, and keeps its time of day", async () => {
    const { person, appId } = await scheduled();
    const soon = Date.now() + 3_600_000;
    const ago = (days: number) => new Date(soon - days * 86_400_000).toISOString();
    const nextOf = async () => (await readApp(person, appId)).schedule;
    const [future, past] = [ago(-40), ago(40)];
    await expectOk(schedule(person, appId, { ...daily, startsAt: future }));
    expect(await nextOf()).toMatchObject({ startsAt: future, nextDue: future });
    await expectOk(schedule(person, appId, { ...daily, startsAt: past }));
    expect(await nextOf()).toMatchObject({ startsAt: past, nextDue: ago(0) });
    await expectOk(schedule(person, appId, { ...daily, message: "Hello" }));
    expect(await nextOf()).toMatchObject({ startsAt: past, nextDue: ago(0) });
    for (const [startsAt, message] of [
      [ago(-400), "Choose a time within a year from now."],
      ["1999-12-31T00:00:00Z", "Choose a time within a year from now."],
      ["tomorrow", "Enter a date and time."],
    ])
      expect((await schedule(person, appId, { ...daily, startsAt })).body).toMatchObject({
        issues: [{ path: "schedule.startsAt", message }],
      });
  });

  it("runs at a local time, and starts again when that changes", async () => {
    const { person, appId } = await scheduled();
    const weekly = { ...daily, unit: "week", at: "09:00", weekdays: [5, 1], timeZone: "Asia/Tokyo" };
    await expectOk(schedule(person, appId, weekly));
    const { schedule: set } = await readApp(person, appId);
    expect(set).toMatchObject({ at: "09:00", weekdays: [1, 5], timeZone: "Asia/Tokyo" });
    const next = new Date(set.nextDue ?? "");
    expect([[1, 5].includes(next.getUTCDay()), next.toISOString().slice(11)]).toEqual([true, "00:00:00.000Z"]);
    expect(next.getTime() - Date.now()).toBeLessThan(4 * 86_400_000);
    await expectOk(schedule(person, appId, { ...weekly, weekdays: [1, 5], message: "Hello" }));
    expect((await readApp(person, appId)).schedule).toMatchObject({ nextDue: set.nextDue });
    await expectOk(schedule(person, appId, { ...weekly, at: "10:00" }));
    expect((await readApp(person, appId)).schedule.nextDue).toMatch(/T01:00:00.000Z$/);
    await due(appId);
    await look();
    expect((await readApp(person, appId)).schedule.nextDue).toMatch(/T01:00:00.000Z$/);
    const [session] = await sessionsOf(person, appId);
    await settled(person, session?._id ?? "");
  });

  it("is not copied with the app, and can be given with a new one", async () => {
    const { person, appId } = await scheduled();
    const copy = await expectOk(callAs(apps.duplicate, { ...ofApp(person, appId) }));
    expect((await readApp(person, String(copy._id))).schedule).toEqual({ type: "manual" });
    const { agentId } = (await readApp(person, appId)).chatAppConfig;
    const body = { name: "New", type: "chat", sharingMode: "team", agentId, schedule: daily };
    const made = await expectOk(callAs(apps.add, { token: person.token, params: { resourceSlug: person.slug }, body }));
    expect((await readApp(person, String(made._id))).schedule).toMatchObject({ type: "cron", unit: "day" });
  });

  it("says at each field what can't be", async () => {
    const person = await newPerson();
    const appId = await newApp(person);
    const stranger = await newPerson();
    const issues = async (body: object) => {
      const { status, body: said } = await schedule(person, appId, body);
      return [status, (said as { issues?: { path: string }[] }).issues?.map(({ path }) => path)];
    };
    expect(await issues({ ...daily, message: " " })).toEqual([400, ["schedule.message"]]);
    expect(await issues({ ...daily, principalId: stranger.accountId })).toEqual([400, ["schedule.principalId"]]);
    expect(await issues({ ...daily, unit: "second" })).toEqual([400, ["schedule.unit"]]);
    expect(await issues({ ...daily, at: "24:00", timeZone: "Mars/Base" })).toEqual([
      400,
      ["schedule.at", "schedule.timeZone"],
    ]);
    expect(await issues({ ...daily, weekdays: [1] })).toEqual([400, ["schedule.weekdays"]]);
    expect(await issues({ ...daily, unit: "week", weekdays: [1, 1] })).toEqual([400, ["schedule.weekdays"]]);
    expect(await issues({ ...daily, unit: "hour", at: "09:00" })).toEqual([400, ["schedule.at"]]);
    expect(await issues({ ...daily, variables: { nothing: "1" } })).toEqual([400, ["schedule.variables.nothing"]]);
    await newVariable(person, "token", "x-1234", { secret: true });
    expect(await issues({ ...daily, variables: { token: "1" } })).toEqual([400, ["schedule.variables.token"]]);
    await setOrgPlan(person.slug, "free");
    expect((await schedule(person, appId)).status).toBe(403);
  });

  it("of somebody else is set by team admins alone", async () => {
    const { person, appId } = await scheduled();
    const [editor, admin] = [await newPerson(), await newPerson()];
    await joinTeam(editor, person.slug, [Permission.EDIT_APP]);
    await joinTeam(admin, person.slug, [Permission.TEAM_ADMIN]);
    const other = { ...daily, principalId: admin.accountId };
    expect((await schedule(editor, appId, other, person.slug)).status).toBe(400);
    expect((await schedule(admin, appId, { ...daily, principalId: editor.accountId }, person.slug)).status).toBe(200);
    expect((await schedule(editor, appId, { ...daily, unit: "week" }, person.slug)).status).toBe(200);
    expect((await readApp(person, appId)).schedule).toMatchObject({ principalId: editor.accountId, unit: "week" });
  });
});

describe("a scheduled run", () => {
  it("is a session with its trigger, of its principal, once, whoever looks at the same time", async () => {
    const { person, appId } = await scheduled();
    await due(appId);
    await look();
    const [session, ...more] = await sessionsOf(person, appId);
    expect(more).toEqual([]);
    expect(session).toMatchObject({ trigger: "schedule", createdBy: person.accountId });
    expect((await settled(person, session?._id ?? "")).lastRun?.status).toBe("completed");
    expect((await readMessages(person, session?._id ?? "")).map(({ text }) => text)[0]).toBe("Good morning");
    await look();
    expect(await sessionsOf(person, appId)).toHaveLength(1);
  });

  it("that another process is starting is left to it, and keeps no other app waiting", async () => {
    const [{ person, appId }, other] = [await scheduled(), await scheduled()];
    await due(appId, 1);
    await due(other.appId);
    const { db } = await testDatabase();
    await db.transaction(async (tx) => {
      await tx.select().from(appRows).where(eq(appRows.id, appId)).for("update");
      const waited = new Promise((resolve) => setTimeout(resolve, 3_000, "waited"));
      expect(await Promise.race([startDueApps(db), waited])).toBeUndefined();
    });
    const [session, ...more] = await sessionsOf(other.person, other.appId);
    expect([more, await sessionsOf(person, appId)]).toEqual([[], []]);
    await settled(other.person, session?._id ?? "");
    await look();
    const [later] = await sessionsOf(person, appId);
    await settled(person, later?._id ?? "");
  });

  it("that was missed, several times too, is made once, and the next keeps the beat", async () => {
    const { person, appId } = await scheduled();
    await due(appId, 4);
    await look();
    const [session, ...more] = await sessionsOf(person, appId);
    expect(more).toEqual([]);
    await settled(person, session?._id ?? "");
    const next = Date.parse((await readApp(person, appId)).schedule.nextDue ?? "");
    expect(Math.abs(next - Date.now() - 86_400_000)).toBeLessThan(60_000);
  });

  it("has the values of its schedule", async () => {
    const person = await newPerson();
    const appId = await newApp(person);
    await newVariable(person, "city", "Rome");
    await expectOk(schedule(person, appId, { ...daily, variables: { city: "Oslo" } }));
    await due(appId);
    await look();
    const [session] = await sessionsOf(person, appId);
    expect(session?.variables).toEqual({ city: "Oslo" });
    await settled(person, session?._id ?? "");
  });

  it("is left out while the one before still waits", async () => {
    guardedTools();
    const { person, appId } = await scheduled({ message: "pay 40" });
    await due(appId);
    await look();
    const [session] = await sessionsOf(person, appId);
    expect((await settled(person, session?._id ?? "")).lastRun?.status).toBe("waiting");
    await due(appId);
    await look();
    expect(await sessionsOf(person, appId)).toHaveLength(1);
    const { db } = await testDatabase();
    await db
      .update(runs)
      .set({ status: "cancelled" })
      .where(eq(runs.sessionId, session?._id ?? ""));
    await due(appId);
    await look();
    await expect.poll(async () => (await sessionsOf(person, appId)).length).toBe(2);
  });

  it("whose principal has left pauses the schedule, which says so and goes on once somebody else is named", async () => {
    const { person, appId } = await scheduled();
    const editor = await newPerson();
    await joinTeam(editor, person.slug, [Permission.EDIT_APP]);
    await expectOk(schedule(person, appId, { ...daily, principalId: editor.accountId }));
    const { db } = await testDatabase();
    const gone = and(eq(teamMembers.teamId, person.slug), eq(teamMembers.accountId, editor.accountId));
    await db.delete(teamMembers).where(gone);
    await due(appId);
    await look();
    expect(await sessionsOf(person, appId)).toEqual([]);
    const reason = "The member the app runs as is no longer on the team. Choose someone else in the app.";
    expect((await readApp(person, appId)).schedule).toMatchObject({ pausedReason: reason, nextDue: null });
    expect(await listed(person)).toMatchObject([{ title: "Schedule paused", link: `/${person.slug}/app/${appId}` }]);
    expect((await schedule(person, appId)).status).toBe(400);
    await expectOk(schedule(person, appId, { ...daily, principalId: person.accountId }));
    expect((await readApp(person, appId)).schedule).toMatchObject({ pausedReason: null, nextDue: expect.anything() });
  });

  it("that the plan does not allow any more pauses the schedule with a notification", async () => {
    const { person, appId } = await scheduled();
    await setOrgPlan(person.slug, "free");
    await due(appId);
    await look();
    const { schedule: paused } = await readApp(person, appId);
    expect(paused.pausedReason).toContain("The Free plan doesn't include schedules.");
    expect((await listed(person)).map(({ title }) => title)).toEqual(["Schedule paused"]);
    expect(await sessionsOf(person, appId)).toEqual([]);
  });

  it("that can't be started says why, and is tried again at its next time", async () => {
    const { person, appId } = await scheduled();
    const { db } = await testDatabase();
    await db.update(appRows).set({ agentId: null }).where(eq(appRows.id, appId));
    await due(appId);
    await look();
    expect(await sessionsOf(person, appId)).toEqual([]);
    expect(await listed(person)).toMatchObject([{ title: "Scheduled run didn't start" }]);
    expect(Date.parse((await readApp(person, appId)).schedule.nextDue ?? "")).toBeGreaterThan(Date.now());
  });
});
