import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import type { AgentDraft } from "@/lib/contract/agents/definition";
import { type Agent, agents } from "@/lib/contract/agents/schemas";
import type { NumberedRevision } from "@/lib/contract/base/revisions";
import { usage } from "@/lib/contract/usage/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { agentRevisions } from "@/lib/server/platform/db/tables/agent-revisions";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newApp, newSession, readLog, readMessages, say, settled, testWorker } from "../support/sessions";
import { newAgent, newModel, newVariable } from "../support/tasks";
import { deleted, restored } from "../support/trash";

beforeAll(testWorker);

const at = ({ token, slug }: Person, agentId: string) => ({ token, params: { resourceSlug: slug, agentId } });
const edit = (person: Person, id: string, body: object) =>
  callAs(agents.edit, { ...at(person, id), body: { ...body } });
const apply = (person: Person, id: string, body: object = {}) =>
  callAs(agents.apply, { ...at(person, id), body: { ...body } });

async function read(person: Person, id: string) {
  const { agent, draft } = await expectOk(callAs(agents.get, at(person, id)));
  return { agent: agent as Agent, draft: draft as AgentDraft | null };
}

async function listed(person: Person, id: string): Promise<NumberedRevision[]> {
  const { revisions } = await expectOk(callAs(agents.revisions, at(person, id)));
  return revisions as NumberedRevision[];
}

/** The revisions that answers of a session name. */
async function answeredBy(person: Person, sessionId: string) {
  await settled(person, sessionId);
  return (await readMessages(person, sessionId)).flatMap(({ role, agentRevision }) =>
    role === "assistant" ? [agentRevision] : [],
  );
}

async function withAgent() {
  const ada = await newPerson();
  return { ada, id: await newAgent(ada, "Guide", await newModel(ada)) };
}

it("makes a revision of each save that changes something, with its note", async () => {
  const { ada, id } = await withAgent();
  await expectOk(edit(ada, id, { goal: "Answer briefly", note: "Shorter" }));
  await expectOk(edit(ada, id, { goal: "Answer briefly" }));
  const revisions = await listed(ada, id);
  expect(revisions.map(({ number, note, applied }) => [number, note, applied])).toEqual([
    [2, "Shorter", true],
    [1, "", false],
  ]);
  expect(revisions.map(({ author }) => author)).toEqual(["Ada", "Ada"]);
});

it("changes nothing that is used while a draft is edited, until the draft is applied", async () => {
  const { ada, id } = await withAgent();
  await expectOk(edit(ada, id, { draft: true, goal: "Draft goal" }));
  await expectOk(edit(ada, id, { draft: true, role: "a draft" }));
  const before = await read(ada, id);
  expect(before.agent).toMatchObject({ goal: "Help", revision: 1 });
  expect(before.draft?.definition).toMatchObject({ goal: "Draft goal", role: "a draft" });
  expect(await expectOk(apply(ada, id, { note: "From the draft" }))).toEqual({ revision: 2 });
  const after = await read(ada, id);
  expect(after).toMatchObject({ agent: { goal: "Draft goal", role: "a draft", revision: 2 }, draft: null });
  expect((await apply(ada, id)).status).toBe(409);
});

it("keeps a draft when what is applied is edited, and discards it on request", async () => {
  const { ada, id } = await withAgent();
  await expectOk(edit(ada, id, { draft: true, goal: "Draft goal" }));
  await expectOk(edit(ada, id, { role: "a helper" }));
  expect((await read(ada, id)).draft?.definition.goal).toBe("Draft goal");
  await expectOk(edit(ada, id, { role: "a guide", draft: false }));
  expect((await read(ada, id)).draft).toBeNull();
  await expectOk(edit(ada, id, { draft: true, goal: "Another" }));
  await expectOk(callAs(agents.removeDraft, at(ada, id)));
  expect((await read(ada, id)).draft).toBeNull();
});

it("is named by each answer and its model call, and by what uses it", async () => {
  const ada = await newPerson();
  const appId = await newApp(ada, { model: "demo-chat:ttft=1,tps=2000" });
  const sessionId = await newSession(ada, appId);
  await expectOk(say(ada, sessionId, { message: "First" }));
  expect(await answeredBy(ada, sessionId)).toEqual([1]);
  const { agents: all } = await expectOk(callAs(agents.list, { token: ada.token, params: { resourceSlug: ada.slug } }));
  const id = String((all as Agent[])[0]?._id);
  await expectOk(edit(ada, id, { goal: "Another" }));
  await expectOk(say(ada, sessionId, { message: "Second" }));
  expect(await answeredBy(ada, sessionId)).toEqual([1, 1]);
  const later = await newSession(ada, appId);
  await expectOk(say(ada, later, { message: "Third" }));
  expect(await answeredBy(ada, later)).toEqual([2]);
  const steps = (await readLog(ada, sessionId)).filter(({ kind }) => kind === "step");
  expect(steps.map(({ body }) => (body as { agentRevision?: number }).agentRevision)).toEqual([1, 1]);
  const { agents: used } = await expectOk(callAs(usage.get, { token: ada.token, params: { resourceSlug: ada.slug } }));
  const calls = (used as { _id: string; revision: number; calls: number }[]).map((one) => [one.revision, one.calls]);
  expect(calls.sort()).toEqual([
    [1, 2],
    [2, 1],
  ]);
  const { usedBy } = await expectOk(callAs(agents.revisions, at(ada, id)));
  expect(usedBy).toMatchObject([{ type: "app" }]);
});

it("goes back by a new revision with the old content", async () => {
  const { ada, id } = await withAgent();
  await expectOk(edit(ada, id, { goal: "Worse" }));
  const first = (await listed(ada, id)).at(-1);
  expect(await expectOk(apply(ada, id, { revisionId: first?._id }))).toEqual({ revision: 3 });
  expect((await read(ada, id)).agent.goal).toBe("Help");
});

it("refuses an outdated version, and a draft whose references no longer exist", async () => {
  const { ada, id } = await withAgent();
  const variableId = await newVariable(ada, "city");
  const { agent } = await read(ada, id);
  await expectOk(edit(ada, id, { draft: true, variableIds: [variableId], version: agent.version }));
  const outdated = [
    edit(ada, id, { draft: true, goal: "x", version: agent.version }),
    apply(ada, id, { version: agent.version }),
  ];
  expect((await Promise.all(outdated)).map(({ status }) => status)).toEqual([409, 409]);
  const params = { resourceSlug: ada.slug, variableId };
  await expectOk(callAs(variables.remove, { token: ada.token, params, body: { force: true } }));
  expect((await apply(ada, id)).status).toBe(400);
  expect((await read(ada, id)).draft?.definition.variableIds).toEqual([variableId]);
});

it("applies one of several simultaneous drafts at a time, without a gap in the numbers", async () => {
  const { ada, id } = await withAgent();
  const saves = Array.from({ length: 8 }, (_, i) => edit(ada, id, { goal: `Goal ${i}` }));
  for (const { status } of await Promise.all(saves)) expect(status).toBe(200);
  expect((await listed(ada, id)).map(({ number }) => number)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

it("is restored with its revisions, and copied as a first one", async () => {
  const { ada, id } = await withAgent();
  await expectOk(edit(ada, id, { goal: "Second" }));
  await expectOk(edit(ada, id, { draft: true, goal: "Third" }));
  const copy = await expectOk(callAs(agents.duplicate, at(ada, id)));
  expect((await listed(ada, String(copy._id))).map(({ number }) => number)).toEqual([1]);
  const item = await deleted(ada, "agent", id);
  const { db } = await testDatabase();
  expect(await db.$count(agentRevisions, eq(agentRevisions.ownerId, id))).toBe(0);
  await restored(ada, item);
  expect((await listed(ada, id)).map(({ number }) => number)).toEqual([2, 1]);
  expect((await read(ada, id)).draft?.definition.goal).toBe("Third");
});

it("belongs to its agent: another agent's revision does not exist for it", async () => {
  const { ada, id } = await withAgent();
  const other = await newAgent(ada, "Other", await newModel(ada));
  const [foreign] = await listed(ada, other);
  expect((await apply(ada, id, { revisionId: foreign?._id })).status).toBe(404);
  const params = { resourceSlug: ada.slug, agentId: id, agentRevisionId: String(foreign?._id) };
  expect((await callAs(agents.revision, { token: ada.token, params })).status).toBe(404);
});
