import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import type { AppDraft } from "@/lib/contract/apps/definition";
import { type App, apps } from "@/lib/contract/apps/schemas";
import type { NumberedRevision } from "@/lib/contract/base/revisions";
import { appRevisions } from "@/lib/server/platform/db/tables/app-revisions";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newApp, newSession, readLog, say, settled, testWorker } from "../support/sessions";
import { newAgent, newModel, newProcess, newTask } from "../support/tasks";
import { exported, imported, preview } from "../support/transfers";
import { deleted, restored } from "../support/trash";

beforeAll(testWorker);

const at = ({ token, slug }: Person, appId: string) => ({ token, params: { resourceSlug: slug, appId } });
const edit = (person: Person, id: string, body: object) => callAs(apps.edit, { ...at(person, id), body: { ...body } });
const apply = (person: Person, id: string, body: object = {}) =>
  callAs(apps.apply, { ...at(person, id), body: { ...body } });

async function read(person: Person, id: string) {
  const { app, draft } = await expectOk(callAs(apps.get, at(person, id)));
  return { app: app as App, draft: draft as AppDraft | null };
}

async function listed(person: Person, id: string): Promise<NumberedRevision[]> {
  const { revisions } = await expectOk(callAs(apps.revisions, at(person, id)));
  return revisions as NumberedRevision[];
}

async function withProcess() {
  const ada = await newPerson();
  const agentId = await newAgent(ada, "Writer", await newModel(ada));
  const first = await newTask(ada, "First", { agentId });
  const second = await newTask(ada, "Second", { agentId });
  return { ada, agentId, first, second, id: await newProcess(ada, [first]) };
}

/** The revisions that a session's runs name. */
async function ranAs(person: Person, sessionId: string) {
  await settled(person, sessionId);
  const bodies = (await readLog(person, sessionId)).map(({ body }) => body as { state?: string; appRevision?: number });
  return bodies.filter(({ state }) => state === "planned").map(({ appRevision }) => appRevision);
}

it("makes a revision of each save that changes what decides a run, with its note", async () => {
  const { ada, id, first, second } = await withProcess();
  await expectOk(edit(ada, id, { taskIds: [first, second], note: "With a second task" }));
  await expectOk(edit(ada, id, { taskIds: [first, second], name: "Renamed", sharingMode: "private", tags: ["new"] }));
  expect((await listed(ada, id)).map(({ number, note, author, applied }) => [number, note, author, applied])).toEqual([
    [2, "With a second task", "Ada", true],
    [1, "", "Ada", false],
  ]);
  expect((await read(ada, id)).app).toMatchObject({ name: "Renamed", revision: 2, sharingConfig: { mode: "private" } });
});

it("saves a draft beside what is applied, and everything else immediately", async () => {
  const { ada, id, first, second } = await withProcess();
  const steps = [first, second].map((taskId, i) => ({ kind: "task", taskId, after: i > 0 ? [first] : [] }));
  await expectOk(edit(ada, id, { draft: true, flow: { steps }, name: "Renamed" }));
  await expectOk(edit(ada, id, { draft: true, fullOutput: true }));
  const before = await read(ada, id);
  expect(before.app).toMatchObject({ name: "Renamed", revision: 1, processConfig: { taskIds: [first] } });
  const changed = { taskIds: [first, second], after: { [second]: [first] }, fullOutput: true };
  expect(before.draft?.definition).toMatchObject(changed);
  expect(await expectOk(apply(ada, id, { note: "From the draft" }))).toEqual({ revision: 2 });
  const after = await read(ada, id);
  expect(after).toMatchObject({
    app: { revision: 2, processConfig: { flow: { steps }, fullOutput: true } },
    draft: null,
  });
  expect((await apply(ada, id)).status).toBe(409);
});

it("keeps a draft when what is applied is edited, and discards it on request", async () => {
  const { ada, id } = await withProcess();
  await expectOk(edit(ada, id, { draft: true, fullOutput: true }));
  await expectOk(edit(ada, id, { name: "Renamed" }));
  expect((await read(ada, id)).draft?.definition.fullOutput).toBe(true);
  await expectOk(edit(ada, id, { draft: false }));
  expect(await read(ada, id)).toMatchObject({ app: { revision: 1 }, draft: null });
  await expectOk(edit(ada, id, { draft: true, fullOutput: true }));
  await expectOk(callAs(apps.removeDraft, at(ada, id)));
  expect((await read(ada, id)).draft).toBeNull();
});

it("is named by each run", async () => {
  const { ada, id, first, second } = await withProcess();
  const one = await newSession(ada, id);
  await expectOk(say(ada, one, {}));
  expect(await ranAs(ada, one)).toEqual([1]);
  await expectOk(edit(ada, id, { taskIds: [first, second] }));
  const other = await newSession(ada, id);
  await expectOk(say(ada, other, {}));
  expect(await ranAs(ada, other)).toEqual([2]);
});

it("goes back by a new revision with the old content, which is read by its ID", async () => {
  const { ada, id, first, second } = await withProcess();
  await expectOk(edit(ada, id, { taskIds: [first, second] }));
  const old = (await listed(ada, id)).at(-1);
  const params = { resourceSlug: ada.slug, appId: id, appRevisionId: String(old?._id) };
  const seen = await expectOk(callAs(apps.revision, { token: ada.token, params }));
  expect(seen).toMatchObject({
    revision: { number: 1, definition: { taskIds: [first] } },
    names: { [first]: "First" },
  });
  expect(await expectOk(apply(ada, id, { revisionId: old?._id }))).toEqual({ revision: 3 });
  expect((await read(ada, id)).app.processConfig.taskIds).toEqual([first]);
});

it("refuses an outdated version, and a draft that can't run", async () => {
  const { ada, id, first, second } = await withProcess();
  const { app } = await read(ada, id);
  await expectOk(edit(ada, id, { draft: true, taskIds: [first, second], version: app.version }));
  const outdated = [edit(ada, id, { draft: true, version: app.version }), apply(ada, id, { version: app.version })];
  expect((await Promise.all(outdated)).map(({ status }) => status)).toEqual([409, 409]);
  expect((await edit(ada, id, { draft: true, process: "hierarchical" })).status).toBe(400);
  await deleted(ada, "task", second);
  expect((await apply(ada, id)).status).toBe(400);
  expect((await read(ada, id)).draft?.definition.taskIds).toEqual([first, second]);
});

it("is restored with its revisions, and copied as a first one", async () => {
  const { ada, id, first, second } = await withProcess();
  await expectOk(edit(ada, id, { taskIds: [first, second] }));
  await expectOk(edit(ada, id, { draft: true, fullOutput: true }));
  const copy = await expectOk(callAs(apps.duplicate, at(ada, id)));
  expect((await listed(ada, String(copy._id))).map(({ number }) => number)).toEqual([1]);
  const item = await deleted(ada, "app", id);
  const { db } = await testDatabase();
  expect(await db.$count(appRevisions, eq(appRevisions.ownerId, id))).toBe(0);
  await restored(ada, item);
  expect((await listed(ada, id)).map(({ number }) => number)).toEqual([2, 1]);
  expect((await read(ada, id)).draft?.definition.fullOutput).toBe(true);
});

it("is named in an exported file, from which an import makes a first one", async () => {
  const { ada, id, first, second } = await withProcess();
  await expectOk(edit(ada, id, { taskIds: [first, second] }));
  const text = await exported(ada, id);
  expect(text).toContain("revision: 2");
  const same = await preview(ada, { text });
  expect(same.parts.map(({ status }) => status)).toEqual(["same", "same", "same", "same"]);
  const bob = await newPerson("Bob");
  await newModel(bob);
  const { _id } = await imported(bob, { text });
  expect((await listed(bob, _id)).map(({ number, note }) => [number, note])).toEqual([[1, "Imported"]]);
  const params = { resourceSlug: bob.slug };
  const { agents: imports } = await expectOk(callAs(agents.list, { token: bob.token, params }));
  const agentId = String((imports as { _id: string }[])[0]?._id);
  const { revisions } = await expectOk(callAs(agents.revisions, { token: bob.token, params: { ...params, agentId } }));
  expect(revisions).toMatchObject([{ number: 1, note: "Imported" }]);
});

it("belongs to its process: another one's does not exist for it, and a chat has none", async () => {
  const { ada, id, first } = await withProcess();
  const [foreign] = await listed(ada, await newProcess(ada, [first]));
  expect((await apply(ada, id, { revisionId: foreign?._id })).status).toBe(404);
  const chat = await newApp(ada);
  expect(await read(ada, chat)).toMatchObject({ app: { revision: null }, draft: null });
  const refused = await Promise.all([
    edit(ada, chat, { draft: true, name: "Draft" }),
    apply(ada, chat),
    callAs(apps.revisions, at(ada, chat)),
    callAs(apps.removeDraft, at(ada, chat)),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  const sentence = expect.stringMatching(/^A chat app has no revisions of its own/);
  expect(refused[1]?.body).toMatchObject({ error: sentence });
  await expectOk(edit(ada, chat, { draft: false, name: "Renamed" }));
});
