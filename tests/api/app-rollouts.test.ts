import { beforeAll, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import type { NumberedRevision } from "@/lib/contract/base/revisions";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ask, begunWith, editAgent, manyStarts, rollOut as rollOutAgent } from "../support/rollouts";
import { newApp, readLog, readSession, testWorker } from "../support/sessions";
import { newAgent, newModel, newProcess, newTask } from "../support/tasks";

beforeAll(testWorker);

const at = ({ token, slug }: Person, appId: string) => ({ token, params: { resourceSlug: slug, appId } });
const edit = (person: Person, id: string, body: object) => callAs(apps.edit, { ...at(person, id), body: { ...body } });
const rollOut = (person: Person, id: string, body: object = {}) =>
  callAs(apps.setRollout, { ...at(person, id), body: { share: 50, ...body } });

/** A process with a task of one agent, whose draft has another task of another agent that it pins. */
async function withProcess() {
  const ada = await newPerson();
  const modelId = await newModel(ada);
  const [writer, editor] = [await newAgent(ada, "Writer", modelId), await newAgent(ada, "Editor", modelId)];
  const first = await newTask(ada, "First", { agentId: writer });
  const second = await newTask(ada, "Second", { agentId: editor });
  const id = await newProcess(ada, [first]);
  await expectOk(editAgent(ada, editor, { goal: "Edit better" }));
  await expectOk(edit(ada, id, { draft: true, taskIds: [second], agentRevisions: { [editor]: 1 } }));
  return { ada, writer, editor, first, second, id };
}

it("gives its share of new sessions the tasks, agents and pins of the other revision", async () => {
  const { ada, id, writer, editor } = await withProcess();
  expect(await expectOk(rollOut(ada, id, { share: 25 }))).toEqual({ revision: 2 });
  const count = 1_000;
  const begun = await manyStarts("process", { teamId: ada.slug, orgId: ada.orgId, appId: id }, count);
  const rolledOut = begun.filter(({ app }) => app === 2);
  const [expected, deviation] = [count * 0.25, Math.sqrt(count * 0.25 * 0.75)];
  expect(Math.abs(rolledOut.length - expected)).toBeLessThan(5 * deviation);
  const shapes = new Set(begun.map((one) => JSON.stringify([one.app, one.agents])));
  expect([...shapes].sort()).toEqual([JSON.stringify([1, { [writer]: 1 }]), JSON.stringify([2, { [editor]: 1 }])]);
});

it("runs the other revision's tasks, which a session keeps after the end", async () => {
  const { ada, id, editor, second } = await withProcess();
  await expectOk(rollOut(ada, id, { share: 100 }));
  const sessionId = await ask(ada, id, {});
  const bodies = (await readLog(ada, sessionId)).map(({ body }) => body as { state?: string; appRevision?: number });
  expect(bodies.find(({ state }) => state === "planned")).toMatchObject({
    appRevision: 2,
    tasks: [{ taskId: second }],
  });
  // A new session in the share would use the same revisions.
  expect((await readSession(ada, sessionId)).earlierRevisions).toEqual([]);
  const { compared } = await expectOk(callAs(apps.rollout, at(ada, id)));
  expect(compared).toMatchObject([
    { revision: 1, sessions: 0 },
    { revision: 2, sessions: 1, failed: 0 },
  ]);
  await expectOk(callAs(apps.stopRollout, at(ada, id)));
  expect((await readSession(ada, sessionId)).earlierRevisions).toMatchObject([
    { type: "app", revision: 2, applied: 1 },
    { type: "agent", _id: editor, revision: 1, applied: 2 },
  ]);
  expect((await begunWith(await ask(ada, id, {})))?.app).toBe(1);
});

it("is independent of a rollout of its agents", async () => {
  const { ada, id, writer } = await withProcess();
  await expectOk(editAgent(ada, writer, { draft: true, goal: "Write better" }));
  await expectOk(rollOutAgent(ada, writer));
  await expectOk(rollOut(ada, id));
  const begun = await manyStarts("process", { teamId: ada.slug, orgId: ada.orgId, appId: id }, 400);
  const shares = [2, 1].map((number) =>
    begun.filter(({ app }) => app === 1).filter((one) => one.agents[writer] === number),
  );
  for (const share of shares) expect(share.length).toBeGreaterThan(50);
});

it("is applied to all under its own number, and ends with another Apply", async () => {
  const { ada, id, first, second } = await withProcess();
  await expectOk(rollOut(ada, id));
  await expectOk(edit(ada, id, { name: "Renamed" }));
  const { rollout } = await expectOk(callAs(apps.rollout, at(ada, id)));
  const { revisionId } = rollout as { revisionId: string };
  expect(await expectOk(callAs(apps.apply, { ...at(ada, id), body: { revisionId } }))).toEqual({ revision: 2 });
  const { app } = await expectOk(callAs(apps.get, at(ada, id)));
  expect(app).toMatchObject({ name: "Renamed", revision: 2, rollout: null, processConfig: { taskIds: [second] } });
  const { revisions } = await expectOk(callAs(apps.revisions, at(ada, id)));
  const old = (revisions as NumberedRevision[]).at(-1);
  expect(await expectOk(rollOut(ada, id, { revisionId: old?._id }))).toEqual({ revision: 1 });
  await expectOk(edit(ada, id, { taskIds: [first, second] }));
  expect((await expectOk(callAs(apps.get, at(ada, id)))).app).toMatchObject({ revision: 3, rollout: null });
});

it("belongs to its process, is not copied with it, and a chat has none", async () => {
  const { ada, id, first } = await withProcess();
  const other = await newProcess(ada, [first]);
  const { revisions } = await expectOk(callAs(apps.revisions, at(ada, other)));
  expect((await rollOut(ada, id, { revisionId: (revisions as NumberedRevision[])[0]?._id })).status).toBe(404);
  for (const share of [4, 101, "50", null]) expect((await rollOut(ada, id, { share })).status).toBe(400);
  await expectOk(rollOut(ada, id));
  const copy = await expectOk(callAs(apps.duplicate, at(ada, id)));
  expect((await expectOk(callAs(apps.rollout, at(ada, String(copy._id))))).rollout).toBeNull();
  const chat = await newApp(ada);
  const refused = await Promise.all([
    rollOut(ada, chat),
    callAs(apps.rollout, at(ada, chat)),
    callAs(apps.stopRollout, at(ada, chat)),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409]);
});
