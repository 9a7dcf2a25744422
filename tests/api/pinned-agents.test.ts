import { beforeAll, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { type App, apps } from "@/lib/contract/apps/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import {
  joinTeam,
  newSession,
  readLog,
  readMessages,
  readSession,
  say,
  settled,
  testWorker,
} from "../support/sessions";
import { newAgent, newModel, newProcess, newTask, newVariable } from "../support/tasks";
import { deleted, restored } from "../support/trash";

beforeAll(testWorker);

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
const editAgent = ({ token, slug }: Person, agentId: string, body: object) =>
  expectOk(callAs(agents.edit, { token, params: { resourceSlug: slug, agentId }, body: { ...body } }));
const editApp = ({ token, slug }: Person, appId: string, body: object) =>
  callAs(apps.edit, { token, params: { resourceSlug: slug, appId }, body: { ...body } });
const readApp = async ({ token, slug }: Person, appId: string) =>
  (await expectOk(callAs(apps.get, { token, params: { resourceSlug: slug, appId } }))).app as App;

/** A chat and an agent with two revisions. */
async function withChat() {
  const ada = await newPerson();
  const agentId = await newAgent(ada, "Guide", await newModel(ada), { goal: "Speak of boats" });
  const body = { name: "Chat", type: "chat", sharingMode: "team", agentId } as const;
  const appId = String((await expectOk(callAs(apps.add, { ...to(ada), body })))._id);
  await editAgent(ada, agentId, { goal: "Speak of trains" });
  return { ada, agentId, appId };
}

async function ask(person: Person, appId: string, body: Record<string, unknown> = { message: "Hello" }) {
  const sessionId = await newSession(person, appId);
  await expectOk(say(person, sessionId, body));
  await settled(person, sessionId);
  return sessionId;
}

/** The agent's revisions in a session's answers. */
const answered = async (person: Person, sessionId: string) =>
  (await readMessages(person, sessionId)).flatMap(({ agentRevision }) => agentRevision ?? []);

it("lets a chat follow the applied revision, or pins it to one that another Apply does not change", async () => {
  const { ada, agentId, appId } = await withChat();
  expect(await answered(ada, await ask(ada, appId))).toEqual([2]);
  await expectOk(editApp(ada, appId, { agentRevisions: { [agentId]: 1 } }));
  await editAgent(ada, agentId, { goal: "Speak of planes" });
  const sessionId = await ask(ada, appId);
  expect(await answered(ada, sessionId)).toEqual([1]);
  expect(JSON.stringify(await readLog(ada, sessionId))).toContain("Speak of boats");
  // A new session would use the same one.
  expect((await readSession(ada, sessionId)).earlierRevisions).toEqual([]);
  await expectOk(editApp(ada, appId, { agentRevisions: {} }));
  expect(await answered(ada, await ask(ada, appId))).toEqual([3]);
  const earlier = { type: "agent", _id: agentId, name: "Guide", revision: 1, applied: 3 };
  expect((await readSession(ada, sessionId)).earlierRevisions).toEqual([earlier]);
});

it("holds a process's pins in its revisions, and pins the agents of its tasks", async () => {
  const { ada, agentId } = await withChat();
  const appId = await newProcess(ada, [await newTask(ada, "First", { agentId })]);
  await expectOk(editApp(ada, appId, { draft: true, agentRevisions: { [agentId]: 1 } }));
  expect(await answered(ada, await ask(ada, appId, {}))).toEqual([2]);
  await expectOk(callAs(apps.apply, { token: ada.token, params: { resourceSlug: ada.slug, appId }, body: {} }));
  expect(await readApp(ada, appId)).toMatchObject({ revision: 2, agentRevisions: { [agentId]: 1 } });
  expect(await answered(ada, await ask(ada, appId, {}))).toEqual([1]);
});

it("names before Apply what follows and what is pinned", async () => {
  const { ada, agentId, appId } = await withChat();
  const taskId = await newTask(ada, "First", { agentId });
  const processId = await newProcess(ada, [taskId], { agentRevisions: { [agentId]: 2 } });
  const params = { resourceSlug: ada.slug, agentId };
  const { usedBy } = await expectOk(callAs(agents.revisions, { token: ada.token, params }));
  expect(usedBy).toEqual([
    { type: "app", _id: appId, name: "Chat", pinnedTo: null },
    { type: "app", _id: processId, name: "Process", pinnedTo: 2 },
  ]);
  const bob = await newPerson("Bob");
  await joinTeam(bob, ada.slug);
  await expectOk(editApp(ada, appId, { sharingMode: "private" }));
  const seen = await expectOk(callAs(agents.revisions, { token: bob.token, params }));
  expect(seen.usedBy).toMatchObject([{ _id: "private-0", name: "Private app" }, { _id: processId }]);
});

it("refuses a revision that the agent does not have, and another team's agent", async () => {
  const { ada, agentId, appId } = await withChat();
  const path = `agentRevisions.${agentId}`;
  const unknown = await editApp(ada, appId, { agentRevisions: { [agentId]: 3 } });
  expect(unknown).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  const other = await withChat();
  const foreign = await editApp(ada, appId, { agentRevisions: { [other.agentId]: 1 } });
  expect(foreign.status).toBe(400);
});

it("drops a chat's pin with its agent, and puts it back with it", async () => {
  const { ada, agentId, appId } = await withChat();
  await expectOk(editApp(ada, appId, { agentRevisions: { [agentId]: 1 } }));
  const item = await deleted(ada, "agent", agentId);
  await restored(ada, item);
  expect(await readApp(ada, appId)).toMatchObject({ chatAppConfig: { agentId }, agentRevisions: { [agentId]: 1 } });
  const next = await newAgent(ada, "Other", await newModel(ada));
  await expectOk(editApp(ada, appId, { agentId: next }));
  expect((await readApp(ada, appId)).agentRevisions).toEqual({});
});

it("asks members and visitors for what the pinned revision requires, and previews a pin", async () => {
  const { ada, agentId, appId } = await withChat();
  const variableId = await newVariable(ada, "city");
  await editAgent(ada, agentId, { variableIds: [variableId] });
  await editAgent(ada, agentId, { variableIds: [] });
  await expectOk(editApp(ada, appId, { agentRevisions: { [agentId]: 3 }, sharingMode: "public" }));
  const sessionId = await newSession(ada, appId);
  expect((await readSession(ada, sessionId)).app?.variables).toMatchObject([{ name: "city" }]);
  const { shareId } = await expectOk(callAs(shares.add, { ...to(ada), body: { appId } }));
  const params = { resourceSlug: ada.slug, shareId: String(shareId) };
  const { shareLink } = await expectOk(callAs(shares.get, { prefix: "/s", params }));
  expect(shareLink).toMatchObject({ variables: [{ name: "city" }] });
  const form = { name: "Chat", type: "chat", agentId, agentRevisions: { [agentId]: 1 } } as const;
  const { _id } = await expectOk(callAs(apps.preview, { ...to(ada), body: { ...form, appId } }));
  await expectOk(say(ada, String(_id), { message: "Hello" }));
  await settled(ada, String(_id));
  expect(await answered(ada, String(_id))).toEqual([1]);
});
