import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { audit } from "@/lib/contract/audit/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { sessions as sessionTable } from "@/lib/server/platform/db/tables/sessions";
import { evaluations } from "@/lib/server/platform/db/tables/test-sets";
import { applyPending } from "@/lib/server/resources/test-sets/apply-pending";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { addTestSet, evaluate, evaluationWorker, readEvaluation } from "../support/evaluations";
import { openAiForAll } from "../support/open-ai";
import {
  ask,
  editAgent,
  newChat,
  readRollout,
  revisionsOf,
  rollOut,
  stopRollout,
  withDraft,
} from "../support/rollouts";
import { joinTeam, readMessages, testWorker } from "../support/sessions";
import { newAgent, newModel } from "../support/tasks";

const standin = openAiForAll();
beforeAll(testWorker);
beforeAll(evaluationWorker);

async function rate(person: Person, sessionId: string, value: 1 | -1): Promise<void> {
  const answer = (await readMessages(person, sessionId)).find(({ role }) => role === "assistant");
  const params = { resourceSlug: person.slug, sessionId };
  await expectOk(
    callAs(sessions.feedback, { token: person.token, params, body: { messageId: answer?._id ?? "", value } }),
  );
}

it("compares the sessions of both revisions since the start by ratings, failures and cost", async () => {
  const ada = await newPerson();
  const { agentId, appId } = await withDraft(ada);
  await rate(ada, await ask(ada, appId), -1);
  await expectOk(rollOut(ada, agentId, { share: 100 }));
  const none = { sessions: 0, good: 0, bad: 0, failed: 0, costUsd: null };
  expect(await readRollout(ada, agentId)).toMatchObject({
    rollout: { revision: 2, share: 100, author: "Ada" },
    compared: [
      { ...none, revision: 1 },
      { ...none, revision: 2 },
    ],
    capped: false,
  });
  const pinnedId = await newChat(ada, agentId, { agentRevisions: { [agentId]: 1 } });
  await ask(ada, pinnedId);
  await callAs(sessions.add, { token: ada.token, params: { resourceSlug: ada.slug }, body: { id: appId, test: true } });
  await rate(ada, await ask(ada, appId), 1);
  await rate(ada, await ask(ada, appId), -1);
  await rate(ada, await ask(ada, await newChat(ada, agentId, { sharingMode: "private" })), 1);
  const { compared } = await readRollout(ada, agentId);
  expect(compared).toMatchObject([
    { ...none, revision: 1 },
    { revision: 2, sessions: 3, good: 2, bad: 1, failed: 0 },
  ]);
  const bob = await newPerson("Bob");
  await joinTeam(bob, ada.slug);
  const seen = await readRollout({ ...bob, slug: ada.slug }, agentId);
  expect(seen.compared[1]).toMatchObject({ revision: 2, sessions: 2, good: 1, bad: 1 });
});

it("counts failed sessions, and the mean cost unless a price is unknown", async () => {
  const ada = await newPerson();
  const { agentId, appId } = await withDraft(ada);
  const failing = await newModel(ada, { model: "demo-chat:fail=401" });
  await expectOk(editAgent(ada, agentId, { draft: true, modelId: failing }));
  await expectOk(rollOut(ada, agentId, { share: 100 }));
  const ids = [await ask(ada, appId), await ask(ada, appId)];
  const { db } = await testDatabase();
  const setCost = (id: string | undefined, costUsd: number | null) =>
    db
      .update(sessionTable)
      .set({ costUsd })
      .where(eq(sessionTable.id, id ?? ""));
  await setCost(ids[0], 0.25);
  await setCost(ids[1], 0.75);
  expect((await readRollout(ada, agentId)).compared[1]).toMatchObject({ sessions: 2, failed: 2, costUsd: 0.5 });
  await setCost(ids[1], null);
  expect((await readRollout(ada, agentId)).compared[1]).toMatchObject({ sessions: 2, costUsd: null });
});

it("is audited with its share, its start and its end", async () => {
  const ada = await newPerson();
  const { agentId } = await withDraft(ada);
  await expectOk(rollOut(ada, agentId, { share: 25 }));
  await expectOk(rollOut(ada, agentId, { share: 50 }));
  await expectOk(stopRollout(ada, agentId));
  const params = { resourceSlug: ada.slug };
  const { entries } = await expectOk(callAs(audit.list, { token: ada.token, params, query: { targetId: agentId } }));
  const found = entries as { action: string; before: { rollout?: object }; after: { rollout?: object } }[];
  expect(found.slice(0, 3).map(({ action, before, after }) => [action, before.rollout, after.rollout])).toMatchObject([
    ["agents.stopRollout", { revision: 2, share: 50 }, null],
    ["agents.setRollout", { share: 25 }, { share: 50 }],
    ["agents.setRollout", null, { revision: 2, share: 25, startedBy: ada.accountId }],
  ]);
});

it("starts only if the required tests pass, or with a reason, and changes its share without them", async () => {
  standin().behave(({ body }) => ({ text: JSON.stringify(body).includes("Say 42") ? "It is 42." : "It is 41." }));
  const ada = await newPerson();
  const modelId = await newModel(ada, { provider: "open_ai", model: "gpt-4o", config: { api_key: standin().key } });
  const agentId = await newAgent(ada, "Guide", modelId, { goal: "Say 42" });
  const cases = [{ input: "What is it?", checks: [{ type: "contains", value: "42" }] }];
  await addTestSet(ada, { agentId, required: true, repeat: 1, cases });
  await expectOk(editAgent(ada, agentId, { draft: true, goal: "Say 41" }));
  expect(await rollOut(ada, agentId)).toMatchObject({ status: 409, body: { failed: [{ input: "What is it?" }] } });
  // Nothing is stored, and the draft is kept.
  expect((await revisionsOf(ada, agentId)).map(({ number }) => number)).toEqual([1]);
  expect((await rollOut(ada, agentId, { force: true })).status).toBe(400);
  await expectOk(rollOut(ada, agentId, { force: true, reason: "Known" }));
  expect((await readRollout(ada, agentId)).rollout).toMatchObject({ revision: 2, override: "Known" });
  await expectOk(rollOut(ada, agentId, { share: 75 }));
  expect((await readRollout(ada, agentId)).rollout).toMatchObject({ share: 75, override: "Known" });
  await expectOk(stopRollout(ada, agentId));
  await expectOk(editAgent(ada, agentId, { draft: true, goal: "Say 42 and more" }));
  expect(await expectOk(rollOut(ada, agentId))).toEqual({ revision: 3 });
});

it("starts once its required tests have passed, if they took longer than the call", async () => {
  standin().behave(() => ({ text: "It is 42." }));
  const ada = await newPerson();
  const modelId = await newModel(ada, { provider: "open_ai", model: "gpt-4o", config: { api_key: standin().key } });
  const agentId = await newAgent(ada, "Guide", modelId);
  const cases = [{ input: "What is it?", checks: [{ type: "contains", value: "42" }] }];
  const set = await addTestSet(ada, { agentId, required: true, repeat: 1, cases });
  await expectOk(editAgent(ada, agentId, { draft: true, goal: "Say 42" }));
  const { _id } = await evaluate(ada, set, { draft: true });
  const { db } = await testDatabase();
  const pendingApply = { agentId, accountId: ada.accountId, share: 25 };
  await db.update(evaluations).set({ pendingApply }).where(eq(evaluations.id, _id));
  await applyPending(db, _id);
  expect((await readRollout(ada, agentId)).rollout).toMatchObject({ revision: 2, share: 25, author: "Ada" });
  expect((await readEvaluation(ada, _id)).label).toBe("Revision 2");
});
