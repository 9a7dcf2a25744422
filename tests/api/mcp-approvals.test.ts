import "@/lib/server/resources/tools/agent-tools";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import type { McpTool } from "@/lib/contract/tools/kinds/mcp";
import { tools } from "@/lib/contract/tools/schemas";
import { bodies } from "../support/approvals";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { everythingServer } from "../support/everything-server";
import { openAiForAll } from "../support/open-ai";
import { loseLease, newSession, readLog, readMessages, say, settled } from "../support/sessions";
import { newAgent, newModel } from "../support/tasks";
import { doubling, editTool, functionTool, madeTool } from "../support/tools";

ownDatabase();

const standin = openAiForAll();
let server: Awaited<ReturnType<typeof everythingServer>>;
beforeAll(async () => {
  server = await everythingServer();
});
afterAll(() => server.close());

const offered = (request: { body: object }): string[] =>
  ((request.body as { tools?: { function: { name: string } }[] }).tools ?? []).map((one) => one.function.name);

/** What the model was told at each of its steps. */
let said: string[] = [];

async function chatWith(person: Person, toolId: string): Promise<string> {
  const config = { api_key: standin().key };
  const modelId = await newModel(person, { provider: "open_ai", model: "gpt-4o", config });
  const agentId = await newAgent(person, "Guide", modelId, { toolIds: [toolId] });
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const body = { name: "Chat", type: "chat", sharingMode: "team", agentId } as const;
  return newSession(person, String((await expectOk(callAs(apps.add, { ...to, body })))._id));
}

/** A chat whose model calls the server's sum, which waits for a person, and its echo, which does not. */
async function waitingSum() {
  const person = await newPerson();
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const found = await expectOk(callAs(tools.discover, { ...to, body: { url: server.url, headers: {} } }));
  const all = (found as unknown as { tools: McpTool[] }).tools;
  const allowed = ["get-sum", "echo"];
  const chosen = all.filter(({ name }) => allowed.includes(name));
  const definition = { url: server.url, headers: {}, tools: chosen, allowedTools: allowed, approvalTools: ["get-sum"] };
  const toolId = await madeTool(person, { name: "Every", description: "", type: "mcp", definition });
  const sessionId = await chatWith(person, toolId);
  said = [];
  standin().behave((request) => {
    said.push(JSON.stringify((request.body as { messages: unknown }).messages));
    const [sum = "", echo = ""] = ["sum", "echo"].map((part) => offered(request).find((name) => name.includes(part)));
    if (said.length > 1) return { text: "Done." };
    return {
      tools: [
        { name: sum, input: { a: 40, b: 2 } },
        { name: echo, input: { message: "Hello" } },
      ],
    };
  });
  await expectOk(say(person, sessionId, { message: "Add" }));
  expect((await settled(person, sessionId)).lastRun).toMatchObject({ status: "waiting" });
  const log = await readLog(person, sessionId);
  const [request, ...more] = bodies(log, "input_request");
  expect(more).toEqual([]);
  expect(request).toMatchObject({ kind: "approval", input: { a: 40, b: 2 } });
  expect(JSON.stringify(bodies(log, "tool_result"))).toContain("Echo: Hello");
  return { person, sessionId, requestId: String(request?.requestId) };
}

/** What the model read of the sum, and how the run ended. */
async function outcome({ person, sessionId }: { person: Person; sessionId: string }) {
  const { lastRun } = await settled(person, sessionId);
  const results = bodies(await readLog(person, sessionId), "tool_result").filter(({ name }) => name?.includes("sum"));
  expect((await readMessages(person, sessionId)).at(-1)?.text).toBe("Done.");
  return { status: lastRun?.status, results, read: said.at(-1) ?? "" };
}

it("is made as it stands once it is approved, and its neighbour that needs none has not waited", async () => {
  const waiting = await waitingSum();
  await expectOk(say(waiting.person, waiting.sessionId, { requestId: waiting.requestId, decision: "approve" }));
  const { status, results, read } = await outcome(waiting);
  expect(status).toBe("completed");
  expect(results).toHaveLength(1);
  expect(JSON.stringify(results[0])).toContain("The sum of 40 and 2 is 42");
  expect(read).toContain("The sum of 40 and 2 is 42");
});

it("is made with the arguments that a person has put in place, once they fit what the server asks for", async () => {
  const waiting = await waitingSum();
  const { person, sessionId, requestId } = waiting;
  const approve = (args: unknown) => say(person, sessionId, { requestId, decision: "approve", args });
  const problems = async (args: unknown) => {
    const { status, body } = await approve(args);
    const { error, issues = [] } = body as { error: string; issues?: { path: string }[] };
    return [status, error, issues.map(({ path }) => path)];
  };
  expect(await problems({ a: "forty", b: 2 })).toEqual([
    400,
    "The arguments were rejected: “a” must be number.",
    ["args"],
  ]);
  expect(await problems({ a: 1 })).toEqual([400, "The arguments were rejected: “b” is missing.", ["args"]]);
  for (const args of ["40", [], null, 7]) expect((await approve(args)).status).toBe(400);
  await expectOk(approve({ a: 1, b: 2 }));
  const { status, results, read } = await outcome(waiting);
  expect(status).toBe("completed");
  expect(results).toMatchObject([{ changedInput: { a: 1, b: 2 } }]);
  expect(read).toContain("The sum of 1 and 2 is 3");
  expect(read).not.toContain("is 42");
});

it("is not made when it is rejected, and the model reads why", async () => {
  const waiting = await waitingSum();
  const { person, sessionId, requestId } = waiting;
  await expectOk(say(person, sessionId, { requestId, decision: "reject", reason: "Too much money." }));
  const { status, read } = await outcome(waiting);
  expect([status, read.includes("Too much money."), read.includes("The sum of")]).toEqual(["completed", true, false]);
});

it("is not made when somebody answers in its place, and the model reads that as its result", async () => {
  const waiting = await waitingSum();
  const { person, sessionId, requestId } = waiting;
  expect((await say(person, sessionId, { requestId, decision: "respond" })).status).toBe(400);
  await expectOk(say(person, sessionId, { requestId, decision: "respond", input: { sum: "forty-one" } }));
  const { status, read } = await outcome(waiting);
  expect([status, read.includes("forty-one"), read.includes("The sum of")]).toEqual(["completed", true, false]);
});

const tripling = { ...functionTool().definition, code: doubling.replace("n * 2", "n * 3") };

/** A call of a tool, which waits for its approval where that needs one. */
async function waitingCall(definition: object = {}, more: object = { requireApproval: true, repeatable: true }) {
  const person = await newPerson();
  const toolId = await madeTool(person, functionTool(definition, more));
  const sessionId = await chatWith(person, toolId);
  standin().behave([{ tools: [{ name: "doubler", input: { n: 21 } }] }, { text: "Done." }]);
  await expectOk(say(person, sessionId, { message: "Double" }));
  /** What was asked by now, and the newest question. */
  const asked = async () => {
    expect((await settled(person, sessionId)).lastRun?.status).toBe("waiting");
    const requests = bodies(await readLog(person, sessionId), "input_request");
    return { requests, requestId: String(requests.at(-1)?.requestId) };
  };
  const approve = ({ requestId }: { requestId: string }) =>
    expectOk(say(person, sessionId, { requestId, decision: "approve" }));
  const change = () => expectOk(editTool(person, toolId, { definition: tripling }));
  const read = async (kind: string) => bodies(await readLog(person, sessionId), kind);
  return { person, sessionId, asked, approve, change, read };
}

it("an approval covers the revision that was shown: of a changed tool it is asked for again", async () => {
  const { person, sessionId, asked, approve, change, read } = await waitingCall();
  const first = await asked();
  await change();
  await approve(first);
  const again = await asked();
  expect(again.requests).toMatchObject([
    { kind: "approval", approval: { revision: 1 } },
    { kind: "approval", input: { n: 21 }, approval: { revision: 2, changed: true } },
  ]);
  expect(await read("tool_result")).toEqual([]);
  await approve(again);
  expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
  expect(await read("tool_call")).toMatchObject([{ revision: 1 }]);
  expect(await read("tool_result")).toMatchObject([{ output: { doubled: 63 }, revision: 2 }]);
});

it("an approved call that was interrupted is not made again by a changed tool before somebody says so", async () => {
  const waits = { code: "export default () => { for (;;) {} }", timeoutMs: 30_000 };
  const { person, sessionId, asked, approve, change, read } = await waitingCall(waits);
  await approve(await asked());
  await expect.poll(() => read("notice")).toMatchObject([{ code: "approved" }]);
  await change();
  await loseLease(sessionId);
  await expect.poll(() => read("input_request"), { timeout: 15_000 }).toHaveLength(2);
  const again = await asked();
  expect(again.requests[1]).toMatchObject({ kind: "repeat", guarded: true });
  await approve(again);
  expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
  expect(await read("tool_result")).toMatchObject([{ output: { doubled: 63 }, revision: 2 }]);
});

it("a call that somebody has allowed once more is allowed of the revision that was shown, and no other", async () => {
  const waits = { code: "export default () => { for (;;) {} }", timeoutMs: 30_000 };
  const { person, sessionId, asked, approve, change, read } = await waitingCall(waits, {});
  await expect.poll(() => read("tool_call"), { timeout: 15_000 }).toHaveLength(1);
  await loseLease(sessionId);
  await expect.poll(() => read("input_request"), { timeout: 15_000 }).toHaveLength(1);
  const first = await asked();
  await change();
  await approve(first);
  const again = await asked();
  expect(again.requests).toMatchObject([{ kind: "repeat" }, { kind: "repeat", input: { n: 21 } }]);
  expect(String(again.requests[1]?.text)).toContain("changed after the call was approved");
  expect(await read("tool_result")).toEqual([]);
  await approve(again);
  expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
  expect(await read("tool_result")).toMatchObject([{ output: { doubled: 63 }, revision: 2 }]);
});
