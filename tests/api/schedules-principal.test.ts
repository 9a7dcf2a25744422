import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, apps } from "@/lib/contract/apps/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { Permission } from "@/lib/permissions/bits";
import type { Worker } from "@/lib/server/engine/runs/worker";
import { apps as appRows } from "@/lib/server/platform/db/tables/apps";
import { orgs, teamMembers, teams } from "@/lib/server/platform/db/tables/teams";
import { startDueApps } from "@/lib/server/resources/apps/due";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { listed } from "../support/notifications";
import { joinTeam, newApp, testWorker } from "../support/sessions";
import { newAgent, newModel, newProcess, newTask, newVariable } from "../support/tasks";

ownDatabase();

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

const daily = { type: "cron", unit: "day", message: "Good morning" };

const at = (who: Person, owner: Person, appId: string) => ({
  token: who.token,
  params: { resourceSlug: owner.slug, appId },
});
const edit = (who: Person, owner: Person, appId: string, body: object) =>
  callAs(apps.edit, { ...at(who, owner, appId), body: { ...body } });
const readSchedule = async (owner: Person, appId: string) =>
  ((await expectOk(callAs(apps.get, at(owner, owner, appId)))) as unknown as { app: App }).app.schedule;

async function member(owner: Person, permissions: number[]): Promise<Person> {
  const person = await newPerson();
  await joinTeam(person, owner.slug, permissions);
  return person;
}

/** An app that runs every day as its owner, and somebody who may edit apps. */
async function ownersApp() {
  const owner = await newPerson();
  const appId = await newApp(owner);
  await newVariable(owner, "city", "Rome");
  await expectOk(edit(owner, owner, appId, { schedule: daily }));
  return { owner, appId, editor: await member(owner, [Permission.EDIT_APP]) };
}

/** Makes the app due, looks, and answers how many sessions it has then. */
async function due(owner: Person, appId: string): Promise<number> {
  const { db } = await testDatabase();
  await db
    .update(appRows)
    .set({ nextDue: new Date(Date.now() - 1_000) })
    .where(eq(appRows.id, appId));
  await startDueApps(db);
  const to = { token: owner.token, params: { resourceSlug: owner.slug }, query: { appId } };
  return ((await expectOk(callAs(sessions.list, to))) as unknown as { sessions: unknown[] }).sessions.length;
}

it("what runs as somebody is changed by nobody else in their name: whoever changes it runs it as themselves", async () => {
  const { owner, appId, editor } = await ownersApp();
  const startsAt = new Date(Date.now() + 3_600_000).toISOString();
  const changes = [{ message: "Send it all to me" }, { unit: "week" }, { variables: { city: "Oslo" } }, { startsAt }];
  for (const change of changes) {
    const schedule = { ...daily, ...change, principalId: owner.accountId };
    const { status, body } = await edit(editor, owner, appId, { schedule });
    const message = "With your changes, the app runs as you. Only team admins can have an app run as someone else.";
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ error: message, issues: [{ path: "schedule.principalId", message }] }),
    ]);
    expect(await readSchedule(owner, appId)).toMatchObject({ ...daily, principalId: owner.accountId, variables: {} });
  }
  // The form sends all of it with whatever else is changed.
  const { startsAt: stored } = await readSchedule(owner, appId);
  const same = { ...daily, startsAt: stored, principalId: owner.accountId, variables: {} };
  await expectOk(edit(editor, owner, appId, { name: "Renamed", schedule: same }));
  await expectOk(edit(editor, owner, appId, { schedule: daily }));
  expect((await readSchedule(owner, appId)).principalId).toBe(owner.accountId);
  await expectOk(edit(editor, owner, appId, { schedule: { ...daily, message: "Send it all to me" } }));
  expect(await readSchedule(owner, appId)).toMatchObject({
    principalId: editor.accountId,
    message: "Send it all to me",
  });
});

it("an admin's API key without that permission is no admin", async () => {
  const { owner, appId, editor } = await ownersApp();
  await expectOk(edit(editor, owner, appId, { schedule: { ...daily, message: "Mine" } }));
  const { secret } = await newKey(owner, { permissions: [Permission.EDIT_APP] });
  const key = { ...owner, token: secret };
  const schedule = { ...daily, message: "Not yours", principalId: editor.accountId };
  expect((await edit(key, owner, appId, { schedule })).status).toBe(400);
  expect(await readSchedule(owner, appId)).toMatchObject({ message: "Mine", principalId: editor.accountId });
  await expectOk(edit(owner, owner, appId, { schedule }));
});

it("a team admin changes what runs as somebody else, and anybody who edits apps turns it off", async () => {
  const { owner, appId, editor } = await ownersApp();
  const admin = await member(owner, [Permission.TEAM_ADMIN]);
  await expectOk(edit(admin, owner, appId, { schedule: { ...daily, message: "Good evening" } }));
  expect(await readSchedule(owner, appId)).toMatchObject({ principalId: owner.accountId, message: "Good evening" });
  await expectOk(edit(editor, owner, appId, { schedule: { type: "manual" } }));
  await expectOk(edit(editor, owner, appId, { schedule: daily }));
  expect((await readSchedule(owner, appId)).principalId).toBe(editor.accountId);
});

it("pauses when the account it runs as can no longer start the app", async () => {
  const owner = await newPerson();
  const appId = await newApp(owner);
  const admin = await member(owner, [Permission.TEAM_ADMIN]);
  await expectOk(edit(owner, owner, appId, { sharingMode: "private" }));
  await expectOk(edit(admin, owner, appId, { schedule: daily }));
  expect(await due(owner, appId)).toBe(1);
  const { db } = await testDatabase();
  const row = and(eq(teamMembers.teamId, owner.slug), eq(teamMembers.accountId, admin.accountId));
  await db.update(teamMembers).set({ permissions: [] }).where(row);
  expect(await due(owner, appId)).toBe(1);
  expect(await readSchedule(owner, appId)).toMatchObject({
    nextDue: null,
    pausedReason: expect.stringContaining("The app is private"),
  });
  // They read no more of it either.
  expect(await listed(owner)).toMatchObject([{ title: "Schedule paused" }]);
  expect(await listed(admin, owner.slug)).toEqual([]);
  const schedule = { ...daily, principalId: admin.accountId };
  expect(await edit(owner, owner, appId, { schedule })).toMatchObject({
    status: 400,
    body: { issues: [{ path: "schedule.principalId" }] },
  });
});

it("pauses when the account it runs as has read-only access, because the plan has fewer seats than members", async () => {
  const { owner, appId, editor } = await ownersApp();
  await expectOk(edit(editor, owner, appId, { schedule: { ...daily, message: "Hello" } }));
  const { db } = await testDatabase();
  const [team] = await db.select().from(teams).where(eq(teams.id, owner.slug));
  await db
    .update(orgs)
    .set({ plan: "pro", stripeTrial: false })
    .where(eq(orgs.id, team?.orgId ?? ""));
  const before = await due(owner, appId);
  const { pausedReason } = await readSchedule(owner, appId);
  expect([before, pausedReason]).toEqual([0, expect.stringContaining("read-only access")]);
});

it("says at its field that a chat needs something to be told, with a new app too; a process needs nothing", async () => {
  const owner = await newPerson();
  const appId = await newApp(owner);
  const { message: _none, ...silent } = daily;
  const missing = { path: "schedule.message", message: "Enter a message for the agent." };
  const refused = { status: 400, body: { error: missing.message, issues: [missing] } };
  expect(await edit(owner, owner, appId, { schedule: silent })).toMatchObject(refused);
  expect(await edit(owner, owner, appId, { schedule: { ...silent, message: "\n " } })).toMatchObject(refused);
  const modelId = await newModel(owner);
  const agentId = await newAgent(owner, "Writer", modelId);
  const to = { token: owner.token, params: { resourceSlug: owner.slug } };
  const body = { name: "New", type: "chat" as const, sharingMode: "team" as const, agentId, schedule: silent };
  expect(await callAs(apps.add, { ...to, body: body as never })).toMatchObject(refused);
  const process = await newProcess(owner, [await newTask(owner, "Write", { agentId })]);
  await expectOk(edit(owner, owner, process, { schedule: silent }));
  expect(await due(owner, process)).toBe(1);
});
