import { eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { expect, it, onTestFinished } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { inbox } from "@/lib/contract/inbox/schemas";
import { security } from "@/lib/contract/security/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { fileOwners } from "@/lib/server/main/leftovers/file-owners";
import { messageFeedback } from "@/lib/server/platform/db/tables/message-feedback";
import { runs, sessionEvents, sessionFiles, sessions as sessionTable } from "@/lib/server/platform/db/tables/sessions";
import { trash } from "@/lib/server/platform/db/tables/trash";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { sweepSessions } from "@/lib/server/resources/sessions/retention";
import { sweepTrash } from "@/lib/server/resources/trash/purge";
import { guardedTools, waitingApproval } from "../support/approvals";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import {
  at,
  attach,
  conversation,
  expectHidden,
  joinTeam,
  newApp,
  newSession,
  readMessages,
  say,
  settled,
  testWorker,
} from "../support/sessions";
import { newVariable } from "../support/tasks";
import { deleted, listedTrash, removeItem, restored, tryRestore } from "../support/trash";

ownDatabase();

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });

async function working() {
  const worker = await testWorker();
  onTestFinished(() => worker.stop());
}

async function textOf(table: PgTable, where: SQL | undefined): Promise<string[]> {
  const { db } = await testDatabase();
  const { rows } = await db.execute<{ row: string }>(
    sql`select to_jsonb(${table})::text as row from ${table} where ${where} order by 1`,
  );
  return rows.map(({ row }) => row);
}

const rowsOf = async (id: string) => [
  await textOf(sessionTable, eq(sessionTable.id, id)),
  await textOf(sessionEvents, eq(sessionEvents.sessionId, id)),
  await textOf(sessionFiles, eq(sessionFiles.sessionId, id)),
  await textOf(messageFeedback, eq(messageFeedback.sessionId, id)),
  await textOf(runs, eq(runs.sessionId, id)),
];

/** A session with a long message, whose body is offloaded, an attachment and a rating. */
async function furnishedSession() {
  const { person, sessionId } = await conversation();
  const { _id } = await expectOk(attach(person, sessionId, "notes.txt", "The quay closes at ten."));
  const message = "long ".repeat(13_100).slice(0, 65_499);
  await expectOk(say(person, sessionId, { message, fileIds: [_id] }));
  await settled(person, sessionId);
  const [first] = await readMessages(person, sessionId);
  const rating = { messageId: first?._id ?? "", value: -1 as const, reason: "private" };
  await expectOk(callAs(sessions.feedback, { ...at(person, sessionId), body: rating }));
  const { db } = await testDatabase();
  const { rows } = await db.execute<{ key: string }>(sql`
    select path as key from session_files where session_id = ${sessionId}
    union select body->>'shelved' from session_events where session_id = ${sessionId} and body ? 'shelved'`);
  return { person, sessionId, fileId: String(_id), messageId: rating.messageId, keys: rows.map(({ key }) => key) };
}

it("is gone for every call, and comes back as it was", async () => {
  await working();
  const { person, sessionId, fileId, messageId, keys } = await furnishedSession();
  expect(keys.length).toBeGreaterThan(1);
  const before = await rowsOf(sessionId);
  const item = await deleted(person, "session", sessionId);
  await expectHidden(person, sessionId);
  const about = at(person, sessionId);
  const rating = { messageId, value: 1 as const };
  expect((await callAs(sessions.feedback, { ...about, body: rating })).status).toBe(404);
  expect((await attach(person, sessionId, "more.txt", "more")).status).toBe(404);
  const file = { ...about, params: { ...about.params, fileId } };
  expect((await callAs(sessions.file, file)).status).toBe(404);
  const listed = (await expectOk(callAs(sessions.list, to(person)))) as { sessions: unknown[] };
  expect(listed.sessions).toEqual([]);
  const exported = await callAs(security.export, { token: person.token });
  expect(await exported.response.clone().text()).not.toContain(sessionId);
  const { apps: found } = (await expectOk(callAs(apps.list, to(person)))) as { apps: { sessionCount: number }[] };
  expect(found.map(({ sessionCount }) => sessionCount)).toEqual([0]);
  expect(await rowsOf(sessionId)).toEqual([[], [], [], [], []]);

  const [{ bytes } = { bytes: 0 }] = await (await testDatabase()).db.select().from(trash).where(eq(trash.id, item));
  expect(bytes).toBeGreaterThan(13_000 * 5);
  for (const key of keys) expect(await fileStore().exists(key)).toBe(true);
  expect(await restored(person, item)).toEqual({ _id: sessionId, type: "session", missing: [] });
  expect(await rowsOf(sessionId)).toEqual(before);
  expect((await callAs(sessions.file, file)).status).toBe(200);
});

it("keeps its files until it is deleted permanently", async () => {
  await working();
  const { person, sessionId, keys } = await furnishedSession();
  const item = await deleted(person, "session", sessionId);
  const { db } = await testDatabase();
  const owned = async () => [
    ...((await fileOwners.sessions?.findReferenced(db, keys)) ?? []),
    ...((await fileOwners.events?.findReferenced(db, keys)) ?? []),
  ];
  expect(new Set(await owned())).toEqual(new Set(keys));
  await expectOk(removeItem(person, item));
  for (const key of keys) expect(await fileStore().exists(key)).toBe(false);
  expect(await owned()).toEqual([]);
});

it("expires after 30 days, earlier with the team's retention", async () => {
  await working();
  const { person, sessionId, keys } = await furnishedSession();
  const { db } = await testDatabase();
  const other = await newSession(person, await newApp(person));
  const item = await deleted(person, "session", other);
  const [{ expires } = { expires: "" }] = await listedTrash(person);
  expect(Date.parse(expires) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  await db
    .update(trash)
    .set({ expires: new Date(Date.now() - 1_000) })
    .where(eq(trash.id, item));

  await expectOk(callAs(teams.editRetention, { ...to(person), body: { days: 7 } }));
  await db.execute(sql`update session_events set at = at - interval '5 days' where session_id = ${sessionId}`);
  await deleted(person, "session", sessionId);
  const [newest] = await listedTrash(person);
  expect(Date.parse(newest?.expires ?? "") - Date.now()).toBeLessThan(2.1 * 86_400_000);
  await sweepTrash(db, new AbortController().signal);
  expect((await listedTrash(person)).map(({ itemId }) => itemId)).toEqual([sessionId]);
  await sweepSessions(db);
  expect(await listedTrash(person)).toHaveLength(1);
  await expectOk(callAs(teams.editRetention, { ...to(person), body: { days: 4 } }));
  await sweepSessions(db);
  expect(await listedTrash(person)).toEqual([]);
  for (const key of keys) expect(await fileStore().exists(key)).toBe(false);
});

it("goes with its team, files included", async () => {
  await working();
  const { person, sessionId, keys } = await furnishedSession();
  await deleted(person, "session", sessionId);
  const { db } = await testDatabase();
  const { name } = (await expectOk(callAs(teams.get, to(person)))).team as { name: string };
  await expectOk(callAs(teams.remove, { ...to(person), body: { name } }));
  expect(await db.$count(trash, eq(trash.teamId, person.slug))).toBe(0);
  for (const key of keys) expect(await fileStore().exists(key)).toBe(false);
});

it("is listed and restored only by those who could read it", async () => {
  const [ada, bob, eve] = [await newPerson(), await newPerson("Bob"), await newPerson("Eve")];
  for (const member of [bob, eve]) await joinTeam(member, ada.slug, []);
  const [asBob, asEve] = [
    { ...bob, slug: ada.slug },
    { ...eve, slug: ada.slug },
  ];
  const appId = await newApp(ada);
  const sessionId = await newSession(asBob, appId);
  const { db } = await testDatabase();
  const mode = { mode: "private" as const, emails: [] };
  await db.update(sessionTable).set({ sharingConfig: mode }).where(eq(sessionTable.id, sessionId));
  const item = await deleted(asBob, "session", sessionId);
  expect((await listedTrash(ada)).map(({ _id }) => _id)).toEqual([item]);
  expect((await listedTrash(asBob)).map(({ _id }) => _id)).toEqual([item]);
  expect(await listedTrash(asEve)).toEqual([]);
  expect(await tryRestore(asEve, item)).toMatchObject({ status: 404 });
  expect(await removeItem(asEve, item)).toMatchObject({ status: 404 });
  await restored(asBob, item);
});

it("has its open request canceled, and waits for no one when it is back", async () => {
  await working();
  guardedTools();
  const { person, sessionId } = await waitingApproval();
  const waiting = async () =>
    ((await expectOk(callAs(inbox.list, to(person)))) as { inputRequests: unknown[] }).inputRequests.length;
  expect(await waiting()).toBe(1);
  const item = await deleted(person, "session", sessionId);
  expect(await waiting()).toBe(0);
  await restored(person, item);
  expect(await waiting()).toBe(0);
  expect((await settled(person, sessionId)).status).not.toBe("running");
});

it("comes back without plain values of variables that have become secret", async () => {
  const ada = await newPerson();
  const variableId = await newVariable(ada, "pin", "none");
  const appId = await newApp(ada);
  const body = { id: appId, variables: { pin: "planted-4711", city: "Paris" } };
  const { _id } = await expectOk(callAs(sessions.add, { ...to(ada), body }));
  const item = await deleted(ada, "session", String(_id));
  const { token, slug } = ada;
  const secret = { secret: true, defaultValue: "another-value" };
  await expectOk(callAs(variables.edit, { token, params: { resourceSlug: slug, variableId }, body: secret }));
  await restored(ada, item);
  const [row] = await (await testDatabase()).db
    .select()
    .from(sessionTable)
    .where(eq(sessionTable.id, String(_id)));
  expect(row?.variables).toEqual({ city: "Paris" });
});

it("leaves nothing if it was a test", async () => {
  const ada = await newPerson();
  const { _id } = await expectOk(callAs(sessions.add, { ...to(ada), body: { id: await newApp(ada), test: true } }));
  expect(await expectOk(callAs(sessions.remove, at(ada, String(_id))))).toEqual({});
  expect(await listedTrash(ada)).toEqual([]);
});
