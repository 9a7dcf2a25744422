import { beforeAll, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { callAs, expectOk, newPerson } from "../support/client";
import {
  applyAgent,
  ask,
  atAgent,
  begunWith,
  editAgent,
  manyStarts,
  newChat,
  oneOfEach,
  readRollout,
  revisionsOf,
  rollOut,
  stopRollout,
  withDraft,
} from "../support/rollouts";
import { newSession, readMessages, readSession, say, settled, testWorker } from "../support/sessions";
import { newVariable } from "../support/tasks";
import { deleted, restored } from "../support/trash";

beforeAll(testWorker);

it("gives its share of new sessions the draft as the next revision, and neither tests nor apps that pin the agent", async () => {
  const ada = await newPerson();
  const { agentId, appId } = await withDraft(ada);
  const pinnedId = await newChat(ada, agentId, { agentRevisions: { [agentId]: 1 } });
  expect(await expectOk(rollOut(ada, agentId, { share: 25, note: "Trains" }))).toEqual({ revision: 2 });
  const read = await expectOk(callAs(agents.get, atAgent(ada, agentId)));
  expect(read).toMatchObject({
    agent: { goal: "Speak of boats", revision: 1, rollout: { revision: 2, share: 25 } },
    draft: null,
  });
  expect((await revisionsOf(ada, agentId)).map((one) => [one.number, one.note, one.applied, one.rolledOut])).toEqual([
    [2, "Trains", false, true],
    [1, "", true, false],
  ]);
  const own = { teamId: ada.slug, orgId: ada.orgId, agentId, appId };
  const count = 2_000;
  const rolledOut = (begun: { agents: Record<string, number> }[]) =>
    begun.filter((one) => one.agents[agentId] === 2).length;
  // Five standard deviations.
  const [expected, deviation] = [count * 0.25, Math.sqrt(count * 0.25 * 0.75)];
  expect(Math.abs(rolledOut(await manyStarts("chat", own, count)) - expected)).toBeLessThan(5 * deviation);
  expect(rolledOut(await manyStarts("chat", { ...own, test: true }, 200))).toBe(0);
  expect(rolledOut(await manyStarts("chat", { ...own, appId: pinnedId }, 200))).toBe(0);
  await expectOk(rollOut(ada, agentId, { share: 100 }));
  expect(rolledOut(await manyStarts("chat", own, 200))).toBe(200);
});

it("keeps each session on the revision with which it began, after a change of the share and after the end", async () => {
  const ada = await newPerson();
  const { agentId, appId } = await withDraft(ada);
  const before = await ask(ada, appId);
  await expectOk(rollOut(ada, agentId));
  const begun = await oneOfEach(ada, appId, agentId);
  const [applied = "", other = ""] = [begun.get(1), begun.get(2)];
  for (const sessionId of [before, applied, other])
    expect((await readSession(ada, sessionId)).earlierRevisions).toEqual([]);
  await expectOk(rollOut(ada, agentId, { share: 100 }));
  const answers = async (sessionId: string) => {
    await expectOk(say(ada, sessionId, { message: "Again" }));
    await settled(ada, sessionId);
    return (await readMessages(ada, sessionId)).flatMap(({ agentRevision }) => agentRevision ?? []);
  };
  expect(await answers(applied)).toEqual([1, 1]);
  await expectOk(rollOut(ada, agentId, { share: 5 }));
  expect(await answers(other)).toEqual([2, 2]);
  expect((await readSession(ada, other)).earlierRevisions).toEqual([]);
  await expectOk(stopRollout(ada, agentId));
  await expectOk(stopRollout(ada, agentId));
  expect(await answers(other)).toEqual([2, 2, 2]);
  expect((await readSession(ada, other)).earlierRevisions).toMatchObject([{ revision: 2, applied: 1 }]);
  expect((await readSession(ada, applied)).earlierRevisions).toEqual([]);
  expect((await begunWith(await ask(ada, appId)))?.agents).toEqual({ [agentId]: 1 });
});

it("is applied to all under its own number, and the next revision gets the next one", async () => {
  const ada = await newPerson();
  const { agentId, appId } = await withDraft(ada);
  await expectOk(rollOut(ada, agentId));
  const before = await oneOfEach(ada, appId, agentId);
  const { rollout } = await readRollout(ada, agentId);
  expect(rollout).toMatchObject({ revision: 2, share: 50, author: "Ada", override: null });
  expect(await expectOk(applyAgent(ada, agentId, { revisionId: rollout?.revisionId }))).toEqual({ revision: 2 });
  expect(await readRollout(ada, agentId)).toEqual({ rollout: null, compared: [], capped: false });
  const { agent } = await expectOk(callAs(agents.get, atAgent(ada, agentId)));
  expect(agent).toMatchObject({ goal: "Speak of trains", revision: 2, rollout: null });
  expect((await revisionsOf(ada, agentId)).map(({ number, applied }) => [number, applied])).toEqual([
    [2, true],
    [1, false],
  ]);
  expect((await readSession(ada, before.get(1) ?? "")).earlierRevisions).toMatchObject([{ revision: 1, applied: 2 }]);
  expect((await begunWith(await ask(ada, appId)))?.agents).toEqual({ [agentId]: 2 });
  await expectOk(editAgent(ada, agentId, { goal: "Speak of planes" }));
  expect((await revisionsOf(ada, agentId))[0]).toMatchObject({ number: 3, applied: true });
});

it("ends when something else is applied, and not by a draft or a save that changes nothing", async () => {
  const ada = await newPerson();
  const { agentId } = await withDraft(ada);
  await expectOk(rollOut(ada, agentId));
  await expectOk(editAgent(ada, agentId, { goal: "Speak of boats" }));
  await expectOk(editAgent(ada, agentId, { draft: true, goal: "Speak of bikes" }));
  expect((await readRollout(ada, agentId)).rollout).toMatchObject({ revision: 2 });
  await expectOk(editAgent(ada, agentId, { goal: "Speak of planes" }));
  expect((await readRollout(ada, agentId)).rollout).toBeNull();
  expect((await revisionsOf(ada, agentId))[0]).toMatchObject({ number: 3, applied: true });

  const [, second, first] = await revisionsOf(ada, agentId);
  expect(await expectOk(rollOut(ada, agentId, { revisionId: second?._id }))).toEqual({ revision: 2 });
  expect(await expectOk(applyAgent(ada, agentId, { revisionId: first?._id }))).toEqual({ revision: 4 });
  expect((await readRollout(ada, agentId)).rollout).toBeNull();
  await expectOk(rollOut(ada, agentId));
  expect(await expectOk(applyAgent(ada, agentId, { revisionId: second?._id }))).toEqual({ revision: 6 });
  expect((await readRollout(ada, agentId)).rollout).toBeNull();
});

it("refuses what can't be rolled out, and a second one beside it", async () => {
  const ada = await newPerson();
  const { agentId } = await withDraft(ada);
  const other = await withDraft(ada);
  const [own, foreign] = [await revisionsOf(ada, agentId), await revisionsOf(ada, other.agentId)];
  const refused = async (body: object) => (await rollOut(ada, agentId, body)).status;
  expect(await refused({ revisionId: own[0]?._id })).toBe(409);
  expect(await refused({ revisionId: foreign[0]?._id })).toBe(404);
  expect(await refused({ version: 99 })).toBe(409);
  for (const share of [4, 101, 10.5, "10", null, -5, 1e300, [50]]) expect(await refused({ share })).toBe(400);
  expect(await refused({ note: "x".repeat(10_000) })).toBe(400);
  expect(await refused({ revisionId: { $gt: "" } })).toBe(400);
  await expectOk(editAgent(ada, agentId, { draft: true, goal: "Speak of boats" }));
  // The same as what is applied.
  expect(await refused({})).toBe(409);
  await expectOk(callAs(agents.removeDraft, atAgent(ada, agentId)));
  expect(await rollOut(ada, agentId)).toMatchObject({ status: 409, body: { error: "There is no draft to roll out." } });
  await expectOk(editAgent(ada, agentId, { goal: "Speak of planes" }));
  await expectOk(rollOut(ada, agentId, { revisionId: own[0]?._id }));
  const [second] = await revisionsOf(ada, agentId);
  expect(await refused({ revisionId: second?._id })).toBe(409);
  expect(await refused({ revisionId: foreign[0]?._id })).toBe(409);
  expect(await expectOk(rollOut(ada, agentId, { share: 5, revisionId: own[0]?._id }))).toEqual({ revision: 1 });
});

it("starts once of several simultaneous calls", async () => {
  const ada = await newPerson();
  const { agentId } = await withDraft(ada);
  const calls = await Promise.all(Array.from({ length: 6 }, () => rollOut(ada, agentId)));
  expect(calls.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(calls.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect((await revisionsOf(ada, agentId)).map(({ number }) => number)).toEqual([2, 1]);
});

it("is not copied with the agent, and restored with its revisions", async () => {
  const ada = await newPerson();
  const { agentId } = await withDraft(ada);
  await expectOk(rollOut(ada, agentId));
  const copy = await expectOk(callAs(agents.duplicate, atAgent(ada, agentId)));
  expect((await readRollout(ada, String(copy._id))).rollout).toBeNull();
  await restored(ada, await deleted(ada, "agent", agentId));
  expect((await readRollout(ada, agentId)).rollout).toMatchObject({ revision: 2 });
  const { rollout } = await readRollout(ada, agentId);
  expect(await expectOk(applyAgent(ada, agentId, { revisionId: rollout?.revisionId }))).toEqual({ revision: 2 });
});

it("asks each session for what its own revision requires", async () => {
  const ada = await newPerson();
  const { agentId, appId } = await withDraft(ada);
  await newVariable(ada, "city");
  await expectOk(editAgent(ada, agentId, { draft: true, goal: "Speak of {city}" }));
  await expectOk(rollOut(ada, agentId, { share: 100 }));
  const sessionId = await newSession(ada, appId);
  expect((await readSession(ada, sessionId)).app?.variables).toMatchObject([{ name: "city", required: true }]);
  expect((await say(ada, sessionId, { message: "Hello" })).status).toBe(400);
  await expectOk(say(ada, sessionId, { message: "Hello", variables: { city: "Ulm" } }));
  await settled(ada, sessionId);
  expect((await begunWith(sessionId))?.agents).toEqual({ [agentId]: 2 });
  await expectOk(stopRollout(ada, agentId));
  expect((await readSession(ada, await newSession(ada, appId))).app?.variables).toEqual([]);
});
