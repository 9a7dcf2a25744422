import { beforeAll, describe, expect, it } from "vitest";
import { publications } from "@/lib/contract/publications/schemas";
import { callAs, expectOk, newPerson, send } from "../support/client";
import { connect, mcpPath, modern, sendModern } from "../support/mcp-client";
import { edit, ofPublication, type Published, publish, read, readCalls } from "../support/publications";
import { newApp, readMessages, testWorker } from "../support/sessions";
import { newAgent, newModel, newProcess, newTask, newVariable } from "../support/tasks";

beforeAll(async () => {
  await testWorker();
});

const ways = { mcp: true };

async function publishChat(body: object = {}): Promise<Published> {
  const person = await newPerson();
  return publish(person, { ways, ...body }, await newApp(person));
}

const textOf = (result: unknown): string => {
  const [first] = (result as { content: { type: string; text: string }[] }).content;
  return first?.text ?? "";
};
const sessionOf = (result: unknown): string =>
  String((result as { _meta: Record<string, string> })._meta["muster/sessionId"]);

describe.each(["modern", "legacy"] as const)("the official client of the %s revision", (era) => {
  it("lists the app as one tool, and calls it", async () => {
    const published = await publishChat();
    const client = await connect(published, era);
    expect(client.getServerVersion()).toMatchObject({ title: "Chat" });
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([{ name: "chat", title: "Chat", inputSchema: { required: ["message"] } }]);
    const result = await client.callTool({ name: "chat", arguments: { message: "Hello" } });
    expect(result.isError).toBeFalsy();
    expect(textOf(result)).not.toBe("");
    const sessionId = sessionOf(result);
    const more = await client.callTool({ name: "chat", arguments: { message: "And then?", sessionId } });
    expect(sessionOf(more)).toBe(sessionId);
    expect(await readMessages(published.person, sessionId)).toHaveLength(4);
    const calls = await readCalls(published);
    expect(calls).toMatchObject([
      { way: "mcp", status: "completed", httpStatus: 200, sessionId },
      { way: "mcp", status: "completed", httpStatus: 200, sessionId },
    ]);
    await client.close();
  });

  it("is told of progress", async () => {
    const client = await connect(await publishChat(), era);
    const seen: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void seen.push(progress);
    await client.callTool({ name: "chat", arguments: { message: "Hello" } }, { onprogress });
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.length).toBeGreaterThan(0);
    await client.close();
  });

  it("gets the structured output of a process, whose variables are the tool's inputs", async () => {
    const person = await newPerson();
    const agentId = await newAgent(person, "Writer", await newModel(person));
    await newVariable(person, "topic", "", { description: "What it is about." });
    const schema = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };
    const taskId = await newTask(person, "Write", {
      agentId,
      description: "Write about {topic}.",
      structuredOutput: schema,
    });
    const published = await publish(person, { ways }, await newProcess(person, [taskId]));
    const client = await connect(published, era);
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: "process",
        inputSchema: { properties: { topic: { description: "What it is about." } }, required: ["topic"] },
        outputSchema: schema,
      },
    ]);
    const result = await client.callTool({ name: "process", arguments: { topic: "Bees" } });
    expect(result.structuredContent).toMatchObject({ title: expect.any(String) });
    const missing = await client.callTool({ name: "process", arguments: {} });
    expect(missing).toMatchObject({ isError: true });
    expect(textOf(missing)).toContain("topic");
    await client.close();
  });

  it("is refused without a valid key of the publication", async () => {
    const published = await publishChat();
    const other = await publishChat();
    for (const key of ["mpk_unknown", other.key, published.person.token])
      await expect(connect({ ...published, key }, era)).rejects.toThrow();
    const [key] = (await read(published)).keys;
    const params = { ...ofPublication(published.person, published.publicationId).params, publicationKeyId: key?._id };
    await expectOk(callAs(publications.revokeKey, { token: published.person.token, params: params as never }));
    await expect(connect(published, era)).rejects.toThrow();
  });
});

describe("the tool", () => {
  const toolOf = async (published: Published) => {
    const { result } = await sendModern(published, { method: "tools/list" });
    return (result.tools as Record<string, unknown>[])[0];
  };

  it("has a description of its own, otherwise the app's", async () => {
    const published = await publishChat();
    expect((await read(published)).ways.mcp).toEqual({ description: "" });
    expect((await toolOf(published))?.description).toBe("Runs the app “Chat”.");
    await expectOk(edit(published, { ways: { mcp: { description: "Finds the way." } } }));
    expect((await read(published)).ways.mcp).toEqual({ description: "Finds the way." });
    expect((await toolOf(published))?.description).toBe("Finds the way.");
    await expectOk(edit(published, { ways: { openai: true } }));
    expect((await sendModern(published, { method: "tools/list" })).status).toBe(403);
  });

  it("has inputs that models' providers accept, whatever the variables are called", async () => {
    const person = await newPerson();
    const names = ["message", "größe", "topic"];
    const ids = await Promise.all(names.map((name) => newVariable(person, name)));
    const agentId = await newAgent(person, "Writer", await newModel(person), { variableIds: ids });
    const taskId = await newTask(person, "Write", { agentId, description: "Write about {message} {größe} {topic}." });
    const published = await publish(person, { ways }, await newProcess(person, [taskId]));
    const { inputSchema } = (await toolOf(published)) as { inputSchema: { properties: object; required: string[] } };
    const properties = Object.keys(inputSchema.properties);
    expect(properties.filter((name) => !/^[\w.-]{1,64}$/.test(name))).toEqual([]);
    expect(properties).toContain("topic");
    expect(inputSchema.required).toHaveLength(3);
    const values = Object.fromEntries(inputSchema.required.map((name) => [name, `value of ${name}`]));
    const params = { name: "process", arguments: values };
    expect((await sendModern(published, { method: "tools/call", params })).result.isError).toBeFalsy();
  });
});

describe("the protocol", () => {
  it("is discovered, with results of their type and lists that can be kept", async () => {
    const published = await publishChat();
    const { status, result } = await sendModern(published, { method: "server/discover" });
    expect(status).toBe(200);
    expect(result).toMatchObject({ resultType: "complete", supportedVersions: [modern], capabilities: { tools: {} } });
    const listed = await sendModern(published, { method: "tools/list" });
    expect(listed.result).toMatchObject({ resultType: "complete", ttlMs: 60_000, cacheScope: "private" });
    expect((await sendModern(published, { method: "tools/list" })).result).toEqual(listed.result);
  });

  it("refuses headers that contradict the message, unknown versions and unknown methods", async () => {
    const published = await publishChat();
    const call = { method: "tools/call", params: { name: "chat", arguments: { message: "Hi" } } };
    const wrong: Record<string, string>[] = [
      { "mcp-method": "tools/list" },
      { "mcp-name": "other" },
      { "mcp-method": "" },
    ];
    for (const headers of wrong) {
      const { status, error } = await sendModern(published, { ...call, headers });
      expect([status, error?.code]).toEqual([400, -32020]);
    }
    const later = { "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const version = await sendModern(published, {
      method: "tools/list",
      params: { _meta: later },
      headers: { "mcp-protocol-version": "2099-01-01" },
    });
    expect(version.status).toBe(400);
    expect(version.error).toMatchObject({ code: -32022, data: { supported: [modern], requested: "2099-01-01" } });
    for (const method of ["resources/list", "nothing/known", "subscriptions/listen"]) {
      const unknown = await sendModern(published, { method });
      expect([method, unknown.status, unknown.error?.code]).toEqual([method, 404, -32601]);
    }
    expect(await readCalls(published)).toEqual([]);
  });

  it("has neither streams of its own nor sessions", async () => {
    const published = await publishChat();
    for (const method of ["GET", "DELETE", "PUT"]) {
      const { status, response } = await send(method, mcpPath(published), undefined, { token: published.key });
      expect([status, response.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });
});

describe("a hostile request", () => {
  const post = (published: Published, body: unknown, headers: Record<string, string> = {}) =>
    send("POST", mcpPath(published), body, {
      token: published.key,
      headers: { accept: "application/json, text/event-stream", ...headers },
    });

  it("is refused with a JSON-RPC error", async () => {
    const published = await publishChat();
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const call = (message: string) => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "chat", arguments: { message } },
    });
    const refusals: [unknown, number, number, Record<string, string>?][] = [
      ["{", 400, -32700],
      ["", 400, -32600],
      ["[]", 400, -32600],
      ["null", 400, -32600],
      [deep, 400, -32700],
      [`{"__proto__":{"method":"tools/list"}}`, 400, -32700],
      [call("x".repeat(2 * 1024 * 1024)), 413, -32000],
      [call("Hi"), 415, -32000, { "content-type": "text/plain" }],
    ];
    for (const [body, status, code, headers] of refusals) {
      const reply = await post(published, body, headers);
      expect([String(body).slice(0, 20), reply.status]).toEqual([String(body).slice(0, 20), status]);
      expect(reply.body).toMatchObject({ jsonrpc: "2.0", id: null, error: { code, message: expect.any(String) } });
    }
    expect(await readCalls(published)).toEqual([]);
  });

  it("without a key, or of another publication, is refused without further details", async () => {
    const [published, other] = [await publishChat(), await publishChat()];
    for (const token of [undefined, "mpk_unknown", other.key, published.person.token]) {
      const { status, response, body } = await send("POST", mcpPath(published), {}, { token });
      expect([status, response.headers.get("www-authenticate")?.startsWith("Bearer")]).toEqual([401, true]);
      expect(body).toMatchObject({ error: { code: -32000 } });
    }
    const none = await send("POST", "/mcp/publication_none", {}, { token: published.key });
    expect(none.status).toBe(401);
    const cookie = { cookie: `muster_session=${published.key}` };
    expect((await send("POST", mcpPath(published), {}, { headers: cookie })).status).toBe(401);
  });

  it("of a website is accepted only from its origins", async () => {
    const published = await publishChat({ origins: ["https://shop.example"] });
    const list = (origin: string) => sendModern(published, { method: "tools/list", headers: { origin } });
    expect((await list("https://evil.example")).status).toBe(403);
    expect((await list("null")).status).toBe(403);
    expect((await list("https://shop.example")).status).toBe(200);
    expect((await list("http://localhost:3000")).status).toBe(200);
  });

  it("with unusable arguments gets a result that a model can read", async () => {
    const published = await publishChat();
    const call = async (args: unknown) => {
      const { result } = await sendModern(published, {
        method: "tools/call",
        params: { name: "chat", arguments: args },
      });
      return [result.isError, textOf(result)];
    };
    expect(await call({})).toEqual([true, "The argument “message” is required."]);
    expect(await call({ message: { text: "Hi" } })).toEqual([true, "The argument “message” must be a string."]);
    expect(await call({ message: "x".repeat(70_000) })).toEqual([
      true,
      "The argument “message” can have up to 65,536 characters.",
    ]);
    expect(await call({ message: "Hi", sessionId: "session_none" })).toEqual([
      true,
      "This session doesn't exist or is no longer available.",
    ]);
    const other = await sendModern(published, { method: "tools/call", params: { name: "other", arguments: {} } });
    expect(other.error).toMatchObject({ code: -32602 });
  });

  it("over a limit is refused", async () => {
    const published = await publishChat({ rate: 2 });
    const list = () => sendModern(published, { method: "tools/list" });
    expect([(await list()).status, (await list()).status]).toEqual([200, 200]);
    const { status, response, error } = await list();
    expect([status, error?.code]).toEqual([429, -32000]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    await expectOk(edit(published, { enabled: false }));
    expect((await list()).status).toBe(403);
  });
});
