import type { ServerResponse } from "node:http";
import Ajv from "ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callMcp } from "@/lib/server/resources/tools/kinds/mcp/call-mcp";
import { discoverMcp } from "@/lib/server/resources/tools/kinds/mcp/discover";
import { refusal } from "../../support/connectors";
import { everythingServer } from "../../support/everything-server";
import { events, mcpServer, on, place, type Reply, tools } from "../../support/mcp-server";
import { toolContext } from "../../support/tool-context";

describe("a server built with MCP's own package", () => {
  let server: Awaited<ReturnType<typeof everythingServer>>;
  beforeAll(async () => {
    server = await everythingServer();
  }, 20_000);
  afterAll(() => server.close());
  const call = (name: string, args: object = {}) =>
    callMcp({ url: server.url, headers: {}, allowedTools: [name] }, name, args, {}, toolContext());

  test("tells its tools", async () => {
    const found = await discoverMcp({ url: server.url, headers: {} }, {}, toolContext());
    expect(found.server.name).toMatch(/everything/i);
    const byName = new Map(found.tools.map((tool) => [tool.name, tool]));
    expect(byName.get("get-sum")?.parameters).toMatchObject({
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number" } },
      required: ["a", "b"],
    });
    expect(byName.get("echo")).toMatchObject({ readOnly: true, destructive: false });
    for (const { parameters } of found.tools)
      expect(() => new Ajv({ strict: false }).compile(parameters)).not.toThrow();
  });

  test("answers calls, and each session is ended", async () => {
    expect(await call("echo", { message: "hello" })).toEqual({ text: "Echo: hello" });
    expect((await call("get-sum", { a: 2, b: 3 })).text).toContain("5");
    await expect.poll(() => server.log()).toContain("session termination");
  });

  test("sends structure, pictures and links", async () => {
    expect(await call("get-structured-content", { location: "Chicago" })).toEqual({
      structured: expect.objectContaining({ temperature: expect.any(Number) }),
    });
    const { text } = await call("get-tiny-image");
    expect(text).toMatch(/\[image: image\/png, [\d.]+ (bytes|KB), not shown\]/);
    expect((await call("get-resource-links", { count: 2 })).text).toContain("[link: ");
  });

  test("refuses wrong arguments in its own words", async () => {
    expect(await refusal(call("get-sum", { a: "x" }))).toMatchObject({
      name: "ToolError",
      message: expect.stringContaining("expected number"),
    });
  });

  test("has no tool that it has not, and none that was not chosen", async () => {
    expect((await refusal(call("gone"))).message).toMatch(/no longer offers the function “gone”/);
    const place = { url: server.url, headers: {}, allowedTools: ["echo"] };
    expect((await refusal(callMcp(place, "get-env", {}, {}, toolContext()))).message).toContain("isn't enabled");
  });

  test("is left when a call takes too long", async () => {
    const place = { url: server.url, headers: {}, allowedTools: ["trigger-long-running-operation"] };
    const began = performance.now();
    const slow = callMcp(
      place,
      "trigger-long-running-operation",
      { duration: 30, steps: 3 },
      {},
      toolContext({ timeoutMs: 800 }),
    );
    expect((await refusal(slow)).message).toContain("within 0.8 seconds");
    expect(performance.now() - began).toBeLessThan(2_500);
  });
});

test("a server that behaves is heard, and left", async () => {
  const { url, got, open } = await mcpServer(() => undefined);
  expect(await callMcp(place(url), "look", {}, {}, toolContext())).toEqual({ text: "seen" });
  expect(got.at(-1)).toMatchObject({ method: "DELETE", headers: { "mcp-session-id": "s1" } });
  expect(got.some(({ method }) => method === "GET")).toBe(false);
  await expect.poll(open).toBe(0);
});

describe("a server is left with a sentence when it", () => {
  const wait = () => "done";
  const over = (_response: ServerResponse) => "done";
  const flood = (response: ServerResponse, text: string) => {
    const more = () => void (response.destroyed || response.write(text, () => setImmediate(more)));
    more();
    return "done";
  };
  test.each<[string, Reply, RegExp]>([
    ["never answers the greeting", on("initialize", wait), /within 0\.7 seconds/],
    ["never answers anything", wait, /within 0\.7 seconds/],
    ["never answers a call", on("tools/call", wait), /within 0\.7 seconds/],
    ["never says goodbye to the greeting's notification", on("notifications/initialized", wait), /within 0\.7 seconds/],
    [
      "answers in HTML",
      (_m, _q, response) => over(response.writeHead(200, { "content-type": "text/html" }).end("<html>")),
      /didn't return a valid MCP response/,
    ],
    [
      "answers garbage",
      (_m, _q, response) => over(response.writeHead(200, { "content-type": "application/json" }).end("{nope")),
      /didn't return a valid MCP response/,
    ],
    [
      "answers something else",
      (_m, _q, response) => over(response.writeHead(200, { "content-type": "application/json" }).end('{"hello":1}')),
      /didn't return a valid MCP response/,
    ],
    [
      "answers a call with nonsense",
      on("tools/call", () => ({ result: { content: "none" } })),
      /didn't return a valid MCP response/,
    ],
    ["is not there", (_m, _q, response) => over(response.writeHead(404).end()), /no MCP server with Streamable HTTP/],
    [
      "wants other credentials",
      (_m, _q, response) => over(response.writeHead(401, { "www-authenticate": "Bearer" }).end()),
      /returned 401.*Check the headers/,
    ],
    [
      "fails",
      on("tools/call", () => ({ error: { code: -32603, message: "Out of order." } })),
      /returned an error: .*Out of order\.$/,
    ],
    [
      "fails in a result",
      on("tools/call", () => ({ result: { isError: true, content: [{ type: "text", text: "No such city." }] } })),
      /^No such city\.$/,
    ],
    [
      "streams without an end",
      on("tools/call", (_m, _q, response) => flood(events(response), `: ${"x".repeat(64_000)}\n\n`)),
      /limit of 4 MB|within 0\.7 seconds/,
    ],
    [
      "sends events without an end",
      on("tools/call", (_m, _q, response) =>
        flood(
          events(response),
          `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"${"x".repeat(8_000)}"}}\n\n`,
        ),
      ),
      /limit of 4 MB|within 0\.7 seconds/,
    ],
    [
      "drips",
      on("tools/call", (_m, _q, response) => {
        events(response);
        const drip = setInterval(() => response.write(": x\n\n"), 50);
        response.on("close", () => clearInterval(drip));
        return "done";
      }),
      /within 0\.7 seconds/,
    ],
    [
      "ends its stream without an answer",
      on("tools/call", (_m, _q, response) => over(events(response).end(": bye\n\n"))),
      /closed the connection without a response/,
    ],
    [
      "breaks off",
      on("tools/call", (_m, _q, response) => {
        events(response).write(": x\n\n");
        setTimeout(() => response.destroy(), 50);
        return "done";
      }),
      /didn't complete its response|without a response/,
    ],
    [
      "sends a gigantic answer",
      on("tools/call", (_m, _q, response) =>
        over(response.writeHead(200, { "content-type": "application/json" }).end(`{"x":"${"y".repeat(6_000_000)}"}`)),
      ),
      /limit of 4 MB/,
    ],
    [
      "asks back without an end",
      on("tools/call", (_m, _q, response) => {
        let id = 1;
        events(response);
        const ask = setInterval(() => {
          for (let i = 0; i < 20; i += 1) response.write(`data: {"jsonrpc":"2.0","id":${++id},"method":"ping"}\n\n`);
        }, 10);
        response.on("close", () => clearInterval(ask));
        return "done";
      }),
      /sent too many requests/,
    ],
    [
      "redirects elsewhere",
      (_m, _q, response) => over(response.writeHead(307, { location: "http://127.0.0.1:9/mcp" }).end()),
      /redirect/,
    ],
  ])("%s", async (_name, special, sentence) => {
    const { url, open } = await mcpServer(special);
    const began = performance.now();
    const error = await refusal(callMcp(place(url), "look", {}, {}, toolContext({ timeoutMs: 700 })));
    expect(error).toMatchObject({ name: "ToolError", message: expect.stringMatching(sentence) });
    expect(performance.now() - began).toBeLessThan(2_500);
    await expect.poll(open, { timeout: 3_000 }).toBe(0);
  });
});

test("a stream that ends late ends nothing but itself", async () => {
  const greeting = {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "Late", version: "1" },
  };
  const stream = (id: unknown, result: unknown, response: ServerResponse) => {
    events(response).write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
    setTimeout(() => response.end(), 60);
    return "done";
  };
  const { url } = await mcpServer((message, _request, response) => {
    if (message.method === "initialize") return stream(message.id, greeting, response);
    if (message.method !== "tools/call") return undefined;
    setTimeout(() => stream(message.id, { content: [{ type: "text", text: "at last" }] }, response), 400);
    return "done";
  });
  expect(await callMcp(place(url), "look", {}, {}, toolContext())).toEqual({ text: "at last" });
});

test("a stream that is to be taken up again and again is left", async () => {
  const { url } = await mcpServer(({ method }, _request, response) => {
    if (method !== "tools/call" && method !== "GET") return undefined;
    events(response).end("retry: 1\nid: 1\ndata:\n\n");
    return "done";
  });
  const error = await refusal(callMcp(place(url), "look", {}, {}, toolContext({ timeoutMs: 20_000 })));
  expect(error.message).toContain("sent too many requests");
}, 25_000);

test("a list that does not end is not followed", async () => {
  let page = 0;
  const { url } = await mcpServer(
    on("tools/list", () => ({ result: { tools: [{ ...tools[0], name: `t${page}` }], nextCursor: `c${++page}` } })),
  );
  expect(await refusal(discoverMcp(place(url), {}, toolContext()))).toMatchObject({
    field: "url",
    message: expect.stringContaining("is too long"),
  });
  expect(page).toBeLessThan(30);
});

test("a list with hostile tools is made harmless", async () => {
  const recursive = {
    type: "object",
    properties: {
      next: { $ref: "#" },
      file: { $ref: "file:///etc/passwd" },
      slow: { type: "string", pattern: "(a+)+$" },
    },
  };
  const many = Array.from({ length: 300 }, (_, i) => ({ name: `t${i}`, inputSchema: { type: "object" } }));
  const { url } = await mcpServer(
    on("tools/list", () => ({
      result: {
        tools: [
          { name: "deep", description: "d".repeat(9_000), inputSchema: recursive },
          { ...tools[0], name: "n".repeat(300) },
          ...many,
        ],
      },
    })),
  );
  const found = await discoverMcp(place(url), {}, toolContext());
  expect(found.tools).toHaveLength(200);
  expect(found.tools[0]?.description).toHaveLength(4_000);
  expect(found.tools[0]?.problems).toHaveLength(2);
  expect(found.problems).toHaveLength(2);
  expect(found.tools[0]?.parameters.properties).toMatchObject({
    slow: { type: "string", description: "pattern (a+)+$" },
  });
});

test("a tool that went is told as such", async () => {
  const { url } = await mcpServer((message) => {
    if (message.method === "tools/list") return { result: { tools: [] } };
    return message.method === "tools/call" ? { error: { code: -32602, message: "Unknown tool" } } : undefined;
  });
  expect((await refusal(callMcp(place(url), "look", {}, {}, toolContext()))).message).toContain(
    "no longer offers the function “look”",
  );
});

test("a result is cut with a note", async () => {
  const long = { content: [{ type: "text", text: "y".repeat(60_000) }] };
  const { url } = await mcpServer(on("tools/call", () => ({ result: long })));
  const result = await callMcp(place(url), "look", {}, {}, toolContext());
  expect(result.text).toHaveLength(50_000);
  expect(result.note).toContain("60,000");
});

test("headers are sent with every request, and cut out of what comes back", async () => {
  const secret = "t0ken-9f8e7d6c";
  const { url, got } = await mcpServer(
    on("tools/call", (_message, request) => ({
      result: {
        content: [{ type: "text", text: `you are ${request.headers.authorization}` }],
        structuredContent: { [`k ${secret}`]: [secret] },
      },
    })),
  );
  const headers = { Authorization: "masked" };
  const secrets = { "headers.Authorization": `Bearer ${secret}` };
  const result = await callMcp(place(url, headers), "look", {}, { ...secrets, "headers.Other": secret }, toolContext());
  expect(JSON.stringify(result)).not.toContain(secret);
  expect(got.every((one) => one.headers.authorization === `Bearer ${secret}`)).toBe(true);
  expect(await refusal(callMcp(place(url, headers), "look", {}, {}, toolContext()))).toMatchObject({
    field: "headers.Authorization",
  });
});

test("a stopped call is stopped", async () => {
  const { url } = await mcpServer(on("tools/call", () => "done"));
  const stop = new AbortController();
  const stopped = refusal(callMcp(place(url), "look", {}, {}, toolContext({ signal: stop.signal })));
  setTimeout(() => stop.abort(new Error("stopped")), 200);
  expect((await stopped).message).toBe("stopped");
});
