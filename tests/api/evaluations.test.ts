import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import type { EvaluationSummary } from "@/lib/contract/evaluations/results";
import { evaluations } from "@/lib/contract/evaluations/schemas";
import { apps as appTable } from "@/lib/server/platform/db/tables/apps";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import {
  addTestSet,
  endedEvaluation,
  evaluate,
  evaluationWorker,
  outcomesOf,
  readEvaluation,
} from "../support/evaluations";
import { openAiForAll } from "../support/open-ai";
import { editTask, newAgent, newModel, newProcess, newTask, readTask } from "../support/tasks";
import { doubling, editTool, functionTool, madeTool, readTool } from "../support/tools";

const standin = openAiForAll();
beforeAll(evaluationWorker);

async function withAgent(goal = "Help") {
  const ada = await newPerson();
  const modelId = await newModel(ada, { provider: "open_ai", model: "gpt-4o", config: { api_key: standin().key } });
  const agentId = await newAgent(ada, "Guide", modelId);
  await expectOk(edit(ada, agentId, { goal }));
  return { ada, agentId, modelId };
}

const edit = ({ token, slug }: Person, agentId: string, body: object) =>
  callAs(agents.edit, { token, params: { resourceSlug: slug, agentId }, body: { ...body } });
const apply = ({ token, slug }: Person, agentId: string, body: object = {}) =>
  callAs(agents.apply, { token, params: { resourceSlug: slug, agentId }, body: { ...body } });

const listed = async ({ token, slug }: Person, agentId: string) =>
  (await expectOk(callAs(evaluations.list, { token, params: { resourceSlug: slug }, query: { agentId } })))
    .evaluations as EvaluationSummary[];

/** A model that answers as the agent's goal tells it. */
const followGoal = () =>
  standin().behave(({ body }) => ({ text: JSON.stringify(body).includes("Say 42") ? "It is 42." : "It is 41." }));

const contains42 = [{ type: "contains", value: "42" }];

it("runs each case several times, and grades the answers", async () => {
  followGoal();
  const { ada, agentId } = await withAgent("Say 42");
  const cases = [
    { input: "What is it?", checks: contains42 },
    { input: "Really?", checks: [{ type: "equals", value: "No" }] },
  ];
  const set = await addTestSet(ada, { agentId, cases });
  const ended = await evaluate(ada, set, { repeat: 2 });
  expect(ended.status).toBe("completed");
  expect(outcomesOf(ended)).toEqual([
    ["passed", "passed"],
    ["failed", "failed"],
  ]);
  expect(ended.cases[1]?.attempts[0]?.reason).toBe("Expected “No”, but the answer is “It is 42.”.");
  expect(ended.rate).toMatchObject({ passed: 2, failed: 2, notMeasured: 0, passRate: 0.5, passAll: 0.5 });
});

it("refuses to apply a change while a required case fails, and applies it after the repair", async () => {
  followGoal();
  const { ada, agentId } = await withAgent("Say 42");
  await addTestSet(ada, { agentId, required: true, repeat: 1, cases: [{ input: "What is it?", checks: contains42 }] });
  await expectOk(edit(ada, agentId, { draft: true, goal: "Say 41" }));
  const refused = await apply(ada, agentId);
  expect(refused.status).toBe(409);
  const { evaluationId, failed } = refused.body as {
    evaluationId: string;
    failed: { input: string; reason: string }[];
  };
  expect(failed).toMatchObject([{ input: "What is it?", reason: "The answer doesn't contain “42”." }]);
  expect((await readEvaluation(ada, evaluationId)).label).toBe("Draft");
  expect((await edit(ada, agentId, { goal: "Say 43" })).status).toBe(409);
  await expectOk(edit(ada, agentId, { draft: true, goal: "Say 42 and more" }));
  expect(await expectOk(apply(ada, agentId))).toMatchObject({ revision: 3 });
  const [last] = await listed(ada, agentId);
  expect(last).toMatchObject({ label: "Revision 3", revision: 3 });
});

it("requires only the tests whose content changes, and keeps the reason for an override", async () => {
  followGoal();
  const { ada, agentId } = await withAgent("Say 42");
  const params = { resourceSlug: ada.slug };
  const chat = { name: "Chat", type: "chat", sharingMode: "team", agentId } as const;
  const { _id: appId } = await expectOk(callAs(apps.add, { token: ada.token, params, body: chat }));
  const editApp = (body: object) =>
    callAs(apps.edit, { token: ada.token, params: { ...params, appId: String(appId) }, body: { ...body } });
  await expectOk(editApp({ agentRevisions: { [agentId]: 2 } }));
  await addTestSet(ada, { appId, required: true, repeat: 1, cases: [{ input: "What is it?", checks: contains42 }] });
  await expectOk(edit(ada, agentId, { goal: "Say 41" }));
  expect((await editApp({ agentRevisions: {} })).status).toBe(409);
  await expectOk(editApp({ name: "Renamed", sharingMode: "public" }));
  await expectOk(editApp({ agentRevisions: {}, force: true, reason: "Known" }));
  const { db } = await testDatabase();
  const [stored] = await db
    .select({ override: appTable.override })
    .from(appTable)
    .where(eq(appTable.id, String(appId)));
  expect(stored).toEqual({ override: "Known" });
});

it("requires a process's tests for a change of its tasks or of their tools", async () => {
  followGoal();
  const { ada, agentId } = await withAgent("Say 41");
  const [toolId, otherId] = [await madeTool(ada), await madeTool(ada, functionTool({}, { name: "Other" }))];
  const taskId = await newTask(ada, "First", { agentId, toolIds: [toolId] });
  const appId = await newProcess(ada, [taskId]);
  await addTestSet(ada, { appId, required: true, repeat: 1, cases: [{ input: "What is it?", checks: contains42 }] });
  const { definition } = functionTool({ code: `${doubling} // changed` });
  await expectOk(editTool(ada, otherId, { definition }));
  const refused = await editTool(ada, toolId, { definition });
  expect(refused).toMatchObject({ status: 409, body: { failed: [{ input: "What is it?" }] } });
  const { tool, revisions } = await readTool(ada, toolId);
  expect([tool.revision, revisions.length]).toEqual([1, 2]);

  const failed = { status: 409, body: { failed: [{ input: "What is it?" }] } };
  expect(await editTask(ada, taskId, { description: "Say it." })).toMatchObject(failed);
  expect((await readTask(ada, taskId)).description).toBe("Do it.");
  await expectOk(editTask(ada, taskId, { storeTaskOutput: false }));
  await expectOk(editTask(ada, taskId, { description: "Say 42." }));
  await expectOk(editTask(ada, taskId, { description: "Say it.", force: true, reason: "Known" }));
});

it("says not measured, never failed, when the provider fails", async () => {
  let request = 0;
  standin().behave(() => {
    request += 1;
    return request % 3 === 0 ? { fault: { kind: "status", status: 400, message: "Broken" } } : { text: "42" };
  });
  const { ada, agentId } = await withAgent();
  const set = await addTestSet(ada, { agentId, cases: [{ input: "What?", checks: contains42 }] });
  const ended = await endedEvaluation(ada, (await evaluate(ada, set, { repeat: 9 }))._id);
  const outcomes = outcomesOf(ended).flat();
  expect(outcomes.filter((one) => one === "failed")).toEqual([]);
  expect(outcomes.filter((one) => one === "not_measured")).toHaveLength(3);
  expect(ended.rate.passRate).toBe(1);
});
