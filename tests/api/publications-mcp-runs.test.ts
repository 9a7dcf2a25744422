import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { publications } from "@/lib/contract/publications/schemas";
import { endStreams } from "@/lib/server/access/broadcast/open-streams";
import { CLIENT_ADDRESS_HEADER } from "@/lib/server/platform/http/front/client-address";
import { serveMessage } from "@/lib/server/resources/publications/mcp/serve";
import { guardedTools } from "../support/approvals";
import { callAs, expectOk, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { connect, mcpPath, modern, sendModern } from "../support/mcp-client";
import { edit, ofPublication, type Published, publish, read, readCalls } from "../support/publications";
import { newApp, readSession, runOf, settled, testWorker } from "../support/sessions";
import { newAgent, newModel, newProcess, newTask } from "../support/tasks";

beforeAll(async () => {
  await testWorker();
});

const ways = { mcp: true };
const quick = "demo-chat:ttft=1,tps=2000";
const endless = "demo-chat:ttft=1,tps=20,words=5000";

async function publishChat(model = quick, body: object = {}): Promise<Published> {
  const person = await newPerson();
  return publish(person, { ways, ...body }, await newApp(person, { model }));
}

/** A process whose first task asks for a city. */
async function publishForm(asks?: object): Promise<Published> {
  const person = await newPerson();
  const agentId = await newAgent(person, "Planner", await newModel(person));
  const formFields = [{ name: "city", label: "City", type: "string", required: true }];
  const taskId = await newTask(person, "Plan", {
    agentId,
    description: "Plan a trip.",
    requiresHumanInput: true,
    formFields,
    ...(asks && { asks }),
  });
  return publish(person, { ways }, await newProcess(person, [taskId]));
}

const textOf = (result: unknown): string =>
  (result as { content: { text?: string }[] }).content.map(({ text = "" }) => text).join("\n");

const forms = { elicitation: { form: {} } };
const tasks = { extensions: { "io.modelcontextprotocol/tasks": {} } };

/** The official client, whose user responds to each form. */
async function connectWithUser(published: Published, respond: (request: ElicitRequest) => ElicitResult) {
  const asked: ElicitRequest["params"][] = [];
  const client = await connect(published, "modern", { capabilities: forms }, (one) =>
    one.setRequestHandler("elicitation/create", (request) => {
      asked.push(request.params);
      return respond(request);
    }),
  );
  return { client, asked };
}

const eventually = (read: () => Promise<unknown>, value: unknown) =>
  expect.poll(read, { timeout: 20_000, interval: 250 }).toBe(value);

const callChat = (message: string) => ({ name: "chat", arguments: { message } });

describe("a call that needs approval", () => {
  it("asks the client's user, and continues as they decide", async () => {
    const { calls } = guardedTools();
    for (const approve of [true, false]) {
      calls.length = 0;
      const published = await publishChat();
      const content = { approve, reason: "Too much money." };
      const { client, asked } = await connectWithUser(published, () => ({ action: "accept", content }));
      const result = await client.callTool(callChat("pay 40"));
      expect(result.isError).toBeFalsy();
      expect(asked).toHaveLength(1);
      expect(asked[0]?.message).toContain("wants to call pay");
      expect(asked[0]).toMatchObject({ requestedSchema: { required: ["approve"] } });
      expect(calls.map(({ name }) => name)).toEqual(approve ? ["pay"] : []);
      expect(await readCalls(published)).toMatchObject([{ status: "completed" }, { status: "completed" }]);
      await client.close();
    }
  });

  it("waits in the inbox if they put it off, and if the client cannot ask", async () => {
    guardedTools();
    const published = await publishChat();
    const { client } = await connectWithUser(published, () => ({ action: "cancel" }));
    const legacy = await connect(published, "legacy");
    const modernClient = await connect(published, "modern");
    for (const one of [client, legacy, modernClient]) {
      const result = await one.callTool(callChat("pay 40"));
      expect(result.isError).toBe(true);
      const [, sessionId = ""] = /\/session\/(session_\w+)/.exec(textOf(result)) ?? [];
      expect((await readSession(published.person, sessionId)).lastRun).toMatchObject({ status: "waiting" });
      await one.close();
    }
  });

  it("takes responses only with a state that is its own", async () => {
    guardedTools();
    const [published, other] = [await publishChat(), await publishChat()];
    const call = (params: object, of = published) =>
      sendModern(of, { method: "tools/call", params: { ...callChat("pay 40"), ...params }, capabilities: forms });
    const { result } = await call({});
    expect(result.resultType).toBe("input_required");
    const [requestId = ""] = Object.keys(result.inputRequests as object);
    const state = String(result.requestState);
    const inputResponses = { [requestId]: { action: "accept", content: { approve: true } } };
    const secondKey = await expectOk(
      callAs(publications.addKey, { ...ofPublication(published.person, published.publicationId), body: {} }),
    );
    for (const [requestState, of] of [
      [`${state.slice(0, -2)}xx`, published],
      ["v1.e30.x", published],
      ["", published],
      [state, other],
      [state, { ...published, key: String(secondKey.key) }],
    ] as const) {
      const { error } = await call({ requestState, inputResponses }, of);
      expect(error).toMatchObject({ code: -32602, message: "Invalid or expired requestState" });
    }
    const done = await call({ requestState: state, inputResponses });
    expect(done.result.isError).toBeFalsy();
    expect(done.result.resultType).toBe("complete");
    const again = await call({ requestState: state, inputResponses });
    expect(textOf(again.result)).toBe(textOf(done.result));
  });
});

describe("a form", () => {
  it("is shown to the client's user again until it is filled in", async () => {
    const published = await publishForm();
    let turn = 0;
    const { client, asked } = await connectWithUser(published, (): ElicitResult => {
      turn += 1;
      return { action: "accept", content: turn === 1 ? { town: "Oslo" } : { city: "Oslo" } };
    });
    const result = await client.callTool({ name: "process", arguments: {} });
    expect(result.isError).toBeFalsy();
    expect(asked).toHaveLength(2);
    expect(asked[1]?.message).toContain("This field is required.");
    expect(asked.at(-1)).toMatchObject({
      requestedSchema: { properties: { city: { type: "string", title: "City" } }, required: ["city"] },
    });
    await client.close();
  });

  it("that is assigned to a member is left to them", async () => {
    const asks = { assignee: { type: "role", role: "Team Admin" }, minutes: null, onDeadline: "end", passTo: null };
    const published = await publishForm(asks);
    const { client, asked } = await connectWithUser(published, () => ({ action: "accept", content: { city: "Oslo" } }));
    const result = await client.callTool({ name: "process", arguments: {} });
    expect([result.isError, asked]).toEqual([true, []]);
    expect(textOf(result)).toContain("Plan needs your input.");
    await client.close();
  });
});

describe("a task", () => {
  const capabilities = { ...tasks, ...forms };
  const send = (published: Published, method: string, params: Record<string, unknown>, more: object = capabilities) =>
    sendModern(published, { method, params, capabilities: more });

  async function startTask(published: Published, message = "Hello") {
    const { result } = await send(published, "tools/call", callChat(message));
    expect(result).toMatchObject({ resultType: "task", status: "working", ttlMs: null });
    return String(result.taskId);
  }

  it("is created for a run that takes long, and canceled", async () => {
    const published = await publishChat(endless);
    const taskId = await startTask(published);
    const got = await send(published, "tasks/get", { taskId });
    expect(got.result).toMatchObject({ resultType: "complete", taskId, status: "working", pollIntervalMs: 2_000 });
    expect((await send(published, "tasks/cancel", { taskId })).result.resultType).toBe("complete");
    await eventually(async () => (await send(published, "tasks/get", { taskId })).result.status, "cancelled");
    expect((await send(published, "tasks/cancel", { taskId })).error).toBeUndefined();
    expect((await readCalls(published))[0]).toMatchObject({ status: "cancelled" });
  });

  it("belongs to its publication, and to clients that support tasks", async () => {
    const published = await publishChat(endless);
    const other = await publish(published.person, { ways }, published.appId);
    const taskId = await startTask(published);
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      const foreign = await send(other, method, { taskId, inputResponses: {} });
      const unknown = await send(other, method, { taskId: "run_none", inputResponses: {} });
      expect(foreign.error).toMatchObject({ code: -32602 });
      expect(foreign.error).toEqual(unknown.error);
      const incapable = await send(published, method, { taskId, inputResponses: {} }, {});
      expect(incapable.error).toMatchObject({ code: -32021 });
      expect((await send(published, method, { taskId: 7 })).error).toMatchObject({ code: -32602 });
    }
    await send(published, "tasks/cancel", { taskId });
  });

  it("that has ended cancels no later run of its session", async () => {
    guardedTools();
    const published = await publishChat();
    const first = await send(published, "tools/call", callChat("Hello"));
    const meta = first.result._meta as Record<string, string>;
    const sessionId = meta["muster/sessionId"] ?? "";
    const args = { message: "pay 40", sessionId };
    await send(published, "tools/call", { name: "chat", arguments: args });
    await send(published, "tasks/cancel", { taskId: meta["muster/runId"] });
    expect((await readSession(published.person, sessionId)).lastRun).toMatchObject({ status: "waiting" });
  });

  it("asks for input, takes it, and has the result", async () => {
    const { calls } = guardedTools();
    const published = await publishChat("demo-chat:ttft=6000,tps=2000");
    const taskId = await startTask(published, "pay 40");
    const status = async () => (await send(published, "tasks/get", { taskId })).result.status;
    await eventually(status, "input_required");
    const asked = await send(published, "tasks/get", { taskId });
    const [requestId = ""] = Object.keys(asked.result.inputRequests as object);
    expect((await send(published, "tasks/get", { taskId }, tasks)).result).toMatchObject({
      status: "working",
      statusMessage: expect.stringContaining("/session/"),
    });
    const ignored = { unknown: { action: "accept", content: {} } };
    expect((await send(published, "tasks/update", { taskId, inputResponses: ignored })).error).toBeUndefined();
    expect(await status()).toBe("input_required");
    const inputResponses = { [requestId]: { action: "accept", content: { approve: true } } };
    expect((await send(published, "tasks/update", { taskId, inputResponses })).error).toBeUndefined();
    await eventually(status, "completed");
    expect(calls).toHaveLength(1);
    const { result } = await send(published, "tasks/get", { taskId });
    expect(textOf(result.result)).not.toBe("");
  });
});

describe("a long call", () => {
  const start = async (published: Published, signal?: AbortSignal, maxWaitMs?: number) => {
    const { db } = await testDatabase();
    const meta = {
      "io.modelcontextprotocol/protocolVersion": modern,
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...callChat("Hello"), _meta: meta } };
    const request = new Request(`http://localhost:3000${mcpPath(published)}`, {
      method: "POST",
      signal,
      body: JSON.stringify(body),
      headers: {
        [CLIENT_ADDRESS_HEADER]: "127.0.0.1",
        authorization: `Bearer ${published.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": modern,
        "mcp-method": "tools/call",
        "mcp-name": "chat",
      },
    });
    return serveMessage(db, request, published.publicationId, maxWaitMs);
  };

  async function sessionOf(published: Published): Promise<string> {
    await eventually(async () => (await readCalls(published))[0]?.sessionId !== undefined, true);
    return String((await readCalls(published))[0]?.sessionId);
  }

  it("ends with an error and a link after its time, and the run continues", async () => {
    const published = await publishChat(endless);
    const text = await (await start(published, undefined, 300)).text();
    expect(text).toContain("is taking longer than this call can wait");
    const sessionId = await sessionOf(published);
    expect(text).toContain(`/session/${sessionId}`);
    expect((await runOf(sessionId)).status).toBe("running");
    expect((await readCalls(published))[0]?.status).toBe("running");
  });

  it("is canceled when its client closes the connection", async () => {
    const published = await publishChat(endless);
    const leaving = new AbortController();
    const response = await start(published, leaving.signal);
    const sessionId = await sessionOf(published);
    leaving.abort();
    await response.text().catch(() => undefined);
    expect((await settled(published.person, sessionId)).lastRun).toMatchObject({ status: "cancelled" });
    await eventually(async () => (await readCalls(published))[0]?.status, "cancelled");
  });

  it("ends when its key is revoked or the publication is turned off", async () => {
    const revoke = async (published: Published) => {
      const [key] = (await read(published)).keys;
      const { token, slug } = published.person;
      const params = { resourceSlug: slug, publicationId: published.publicationId, publicationKeyId: String(key?._id) };
      await expectOk(callAs(publications.revokeKey, { token, params }));
    };
    const turnOff = async (published: Published) => void (await expectOk(edit(published, { enabled: false })));
    for (const [cut, reason] of [
      [revoke, "The key was revoked."],
      [turnOff, "This publication is turned off."],
    ] as const) {
      const published = await publishChat(endless);
      const response = await start(published);
      await sessionOf(published);
      await cut(published);
      expect(await response.text()).toContain(reason);
    }
  });

  it("ends with a link when the server stops, and the run continues", async () => {
    const published = await publishChat(endless);
    const response = await start(published);
    const sessionId = await sessionOf(published);
    endStreams();
    expect(await response.text()).toContain("is taking longer than this call can wait");
    expect((await runOf(sessionId)).status).toBe("running");
  });

  it("is not started in a session whose run is active", async () => {
    const published = await publishChat(endless);
    await (await start(published, undefined, 300)).text();
    const sessionId = await sessionOf(published);
    const params = { name: "chat", arguments: { message: "And?", sessionId } };
    const { result } = await sendModern(published, { method: "tools/call", params });
    expect(result.isError).toBe(true);
    expect((await readCalls(published))[0]).toMatchObject({ status: "refused", httpStatus: 409, sessionId });
  });
});
