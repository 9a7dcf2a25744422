import { beforeAll, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { evaluations } from "@/lib/contract/evaluations/schemas";
import type { CaseForm } from "@/lib/contract/testsets/cases";
import { testsets } from "@/lib/contract/testsets/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import "@/lib/server/resources/tools/agent-tools";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { addTestSet, evaluate, evaluationWorker, outcomesOf, readTestSet } from "../support/evaluations";
import { openAiForAll } from "../support/open-ai";
import { newSession, readMessages, say, settled } from "../support/sessions";
import { newAgent, newModel } from "../support/tasks";

const standin = openAiForAll();
beforeAll(evaluationWorker);

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });

/** An agent with a tool that counts its calls in the text that it returns, and a session in which it was called. */
async function withTool() {
  const ada = await newPerson();
  const config = { api_key: standin().key };
  const modelId = await newModel(ada, { provider: "open_ai", model: "gpt-4o", config });
  const definition = {
    language: "javascript",
    code: 'export default () => "It is " + Date.now();',
    parameters: { type: "object", properties: {} },
  };
  const tool = { name: "Clock", type: "function", functionName: "clock", definition };
  const toolId = String((await expectOk(callAs(tools.add, { ...to(ada), body: tool })))._id);
  const agentId = await newAgent(ada, "Guide", modelId, { toolIds: [toolId] });
  const app = { name: "Chat", type: "chat", sharingMode: "team", agentId };
  const appId = String((await expectOk(callAs(apps.add, { ...to(ada), body: app })))._id);
  return { ada, agentId, appId, toolId };
}

/** A model that calls the clock, and then says what it returned. */
const tellTime = () =>
  standin().behave(({ body }) => {
    const messages = body.messages as { role: string; content: string }[];
    const last = messages.at(-1);
    return last?.role === "tool" ? { text: `Now: ${last.content}` } : { tools: [{ name: "clock", input: {} }] };
  });

const record = async (person: Person, query: { sessionId: string; messageId: string }) =>
  (await expectOk(callAs(testsets.recordCase, { ...to(person), query }))) as unknown as {
    case: CaseForm;
    answer: string;
    agentId: string;
  };

it("keeps an answer as a test that replays what its tools returned", async () => {
  tellTime();
  const { ada, agentId, appId } = await withTool();
  const sessionId = await newSession(ada, appId);
  await say(ada, sessionId, { message: "What time is it?" });
  await settled(ada, sessionId);
  const answer = (await readMessages(ada, sessionId)).find(({ role }) => role === "assistant");
  const recorded = await record(ada, { sessionId, messageId: answer?._id ?? "" });
  expect(recorded.case).toMatchObject({ input: "What time is it?", recording: [{ name: "clock" }] });
  const time = /\d+/.exec(recorded.answer)?.[0] ?? "none";
  const checks = [
    { type: "contains", value: time },
    { type: "tools", value: { names: ["clock"], mode: "exact" } },
  ];
  const set = await addTestSet(ada, { agentId, cases: [{ ...recorded.case, checks }] });
  const [first, second] = [await evaluate(ada, set), await evaluate(ada, set)];
  expect(outcomesOf(first)).toEqual([["passed", "passed", "passed"]]);
  expect(first.cases.map(({ attempts }) => attempts.map((one) => one.answer))).toEqual(
    second.cases.map(({ attempts }) => attempts.map((one) => one.answer)),
  );
});

it("can't say how a call would end that isn't recorded", async () => {
  tellTime();
  const { ada, agentId } = await withTool();
  const cases = [{ input: "What time is it?", recording: [{ name: "other", output: "1" }] }];
  const ended = await evaluate(ada, await addTestSet(ada, { agentId, cases, repeat: 1 }));
  expect(ended.cases[0]?.attempts[0]).toMatchObject({
    outcome: "not_measured",
    reason: expect.stringContaining("The test has no recorded result for a call to clock."),
  });
});

it("grades with a judge, which can block only if people agree with it", async () => {
  const isJudged = (body: object) => JSON.stringify(body).includes("You grade an answer");
  standin().behave(({ body }) => ({ text: isJudged(body) ? '{"pass": false, "reason": "Too short."}' : "Short" }));
  const { ada, agentId } = await withTool();
  const judgeModelId = await newModel(ada, {
    provider: "open_ai",
    model: "gpt-4o-mini",
    config: { api_key: standin().key },
  });
  const cases = [{ input: "What?", checks: [{ type: "judge", value: "Is long." }] }];
  const set = await addTestSet(ada, { agentId, cases, judgeModelId, repeat: 5 });
  const ended = await evaluate(ada, set);
  expect(ended.cases[0]?.attempts[0]).toMatchObject({ outcome: "failed", reason: "Too short." });
  expect((await readTestSet(ada, set)).judge).toMatchObject({ labels: 0, agreement: null, canBlock: false });
  for (const { _id } of ended.cases[0]?.attempts ?? []) {
    const label = { ...to(ada), params: { resourceSlug: ada.slug, evaluationId: ended._id } };
    await expectOk(callAs(evaluations.label, { ...label, body: { attemptId: _id, correct: false } }));
  }
  expect((await readTestSet(ada, set)).judge).toMatchObject({ labels: 5, agreement: 1, canBlock: true });
});

it("makes a revision of changed cases, and leaves old results alone", async () => {
  standin().behave({ text: "42" });
  const { ada, agentId } = await withTool();
  const set = await addTestSet(ada, { agentId, repeat: 1, cases: [{ input: "One?" }] });
  const ended = await evaluate(ada, set);
  const params = { resourceSlug: ada.slug, testsetId: set };
  await expectOk(callAs(testsets.edit, { token: ada.token, params, body: { cases: [{ input: "Two?" }] } }));
  expect(await readTestSet(ada, set)).toMatchObject({ revision: 2, cases: [{ input: "Two?" }] });
  const again = await evaluate(ada, set);
  expect([ended, again].map(({ testsetRevision, cases }) => [testsetRevision, cases[0]?.input])).toEqual([
    [1, "One?"],
    [2, "Two?"],
  ]);
});

it("reads cases of a file, and refuses a pattern that cannot be used", async () => {
  const { ada, agentId } = await withTool();
  const body = { filename: "cases.csv", text: "input,output\nWhat is 6 × 7?,42\n" };
  expect(await expectOk(callAs(testsets.readCases, { ...to(ada), body }))).toMatchObject({
    cases: [{ input: "What is 6 × 7?", checks: [{ type: "contains", value: "42" }] }],
  });
  const cases = [{ input: "What?", checks: [{ type: "regex", value: "(?<=a)b" }] }];
  const refused = await callAs(testsets.add, { ...to(ada), body: { name: "Set", agentId, cases } });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ issues: [{ path: "cases.0.checks.0.value" }] });
});
