import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { callMcp } from "@/lib/server/resources/tools/kinds/mcp/call-mcp";
import { discoverMcp } from "@/lib/server/resources/tools/kinds/mcp/discover";
import { longestBlock } from "../../support/loop-delay";
import { events, mcpServer, place } from "../../support/mcp-server";
import { toolContext } from "../../support/tool-context";

const maxBlockMs = 200;
const timeout = 60_000;
/** Almost as many bytes as one answer may have, and almost as many entries. */
const maxBytes = 4_000_000;
const maxEntries = 28_000;

const fill = (part: string, bytes = maxBytes): string => part.repeat(Math.floor(bytes / part.length));
const fullOf = (entry: string): string => `[${fill(`${entry},`)}${entry}]`;
function acceptedOf(entry: string): string {
  const cost = `${entry},`.match(/[[{,]/g)?.length ?? 1;
  return `[${`${entry},`.repeat(Math.floor(maxEntries / cost))}${entry}]`;
}

const answer = (result: string): string =>
  `{"jsonrpc":"2.0","id":"ID","result":{"resultType":"complete","ttlMs":0,"cacheScope":"private",${result}}}`;
const tool = (rest: string): string => answer(`"tools":[{"name":"a","inputSchema":{"type":"object"},${rest}}]`);
const text = (rest: string): string => answer(`"content":[{"type":"text","text":""${rest}}]`);

/** Before the answer, in one list as older versions of the protocol have it. */
const before = (messages: string): string => `${messages.slice(0, -1)},${answer('"content":[]')}]`;

type ListOf = (entry: string) => string;
const results: [string, (listOf: ListOf) => string][] = [
  ["empty contents", (listOf) => answer(`"content":${listOf("{}")}`)],
  ["numbers as contents", (listOf) => answer(`"content":${listOf("0")}`)],
  ["small texts", (listOf) => answer(`"content":${listOf('{"type":"text","text":""}')}`)],
  ["links", (listOf) => answer(`"content":${listOf('{"type":"resource_link","uri":"","name":""}')}`)],
  ["annotations", (listOf) => text(`,"annotations":{"audience":${listOf("0")}}`)],
  ["structure", (listOf) => answer(`"content":[],"structuredContent":{"a":${listOf("{}")}}`)],
  ["fields that nobody knows", (listOf) => text(`,"x":${listOf("{}")}`)],
  [
    "details of an error",
    (listOf) => `{"jsonrpc":"2.0","id":"ID","error":{"code":1,"message":"","data":${listOf("{}")}}}`,
  ],
  ["messages", (listOf) => before(listOf('{"jsonrpc":"2.0","method":"notifications/x"}'))],
  ["requests", (listOf) => listOf('{"jsonrpc":"2.0","method":"ping","id":1}')],
  ["other answers", (listOf) => before(listOf('{"jsonrpc":"2.0","result":{},"id":9}'))],
];
const lists: [string, (listOf: ListOf) => string][] = [
  ["empty tools", (listOf) => answer(`"tools":${listOf("{}")}`)],
  ["tools", (listOf) => answer(`"tools":${listOf('{"name":"","inputSchema":{"type":"object"}}')}`)],
  [
    "required names",
    (listOf) => answer(`"tools":[{"name":"a","inputSchema":{"type":"object","required":${listOf("0")}}}]`),
  ],
  ["icons", (listOf) => tool(`"icons":${listOf("0")}`)],
  ["hints", (listOf) => tool(`"annotations":{"x":${listOf("{}")}}`)],
  [
    "values of a schema",
    (listOf) => answer(`"tools":[{"name":"a","inputSchema":{"type":"object","x":${listOf("{}")}}}]`),
  ],
];
const greetings: [string, (listOf: ListOf) => string][] = [
  ["versions", (listOf) => answer(`"supportedVersions":${listOf("0")}`)],
  ["icons of the server", (listOf) => answer(`"serverInfo":{"name":"x","version":"1","icons":${listOf("{}")}}`)],
];
const texts: [string, () => string][] = [
  ["zeros", () => answer(`"content":[{"type":"text","text":"${fill("\\u0000")}"}]`)],
  ["spaces", () => answer(`"content":[{"type":"text","text":"${fill(" ")}x"}]`)],
  ["spaces in an error", () => `{"jsonrpc":"2.0","id":"ID","error":{"code":1,"message":"${fill(" ")}x"}}`],
  ["JSON within a text", () => answer(`"content":[{"type":"text","text":"${fullOf("[]")}"}],"structuredContent":{}`)],
  ["base64", () => answer(`"content":[{"type":"image","mimeType":"image/png","data":"${fill("AAAA")}!"}]`)],
  ["depth", () => answer(`"content":[],"structuredContent":{"a":${"[".repeat(maxEntries)}${"]".repeat(maxEntries)}}`)],
];
const streams: [string, () => string][] = [
  ["comments", () => fill(":\n")],
  ["carriage returns", () => fill("a\r")],
  ["lines of one event", () => `${fill("data:\n")}\n`],
  ["empty events", () => fill("data:\n\n")],
  ["notifications", () => fill('data:{"jsonrpc":"2.0","method":"x"}\n\n')],
  ["requests", () => fill('data:{"jsonrpc":"2.0","method":"ping","id":1}\n\n')],
  ["events that are no messages", () => fill("data:{}\n\n")],
  ["ids", () => fill("id:1\n\n")],
  ["fields that nobody knows", () => fill("a:1\n")],
  ["contents behind a quote", () => `:"\ndata:${answer(`"content":${fullOf("{}")}`)}\n\n`],
  ["contents behind a quote and a return", () => `:"\rdata:${answer(`"content":${fullOf("{}")}`)}\n\n`],
];

const modern = '"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}';

/** The longest time for which a server that sends this for a method keeps this process busy, in milliseconds. */
async function blockedBy(
  method: "tools/call" | "tools/list" | "server/discover",
  body: string | Buffer,
  send: (response: ServerResponse, body: string | Buffer) => unknown,
  isModern = false,
): Promise<number> {
  let wasAsked = false;
  const withId = (part: string | Buffer, id: unknown) =>
    typeof part === "string" ? part.replace('"ID"', JSON.stringify(id)) : part;
  const { url } = await mcpServer((message, _request, response) => {
    if (message.method === method) {
      wasAsked = true;
      send(response, withId(body, message.id));
    } else if (isModern && message.method === "server/discover") sendJson(response, withId(answer(modern), message.id));
    else return undefined;
    return "done";
  });
  const context = toolContext({ timeoutMs: 10_000 });
  const call = () => callMcp(place(url), "look", {}, {}, context);
  const look = () => discoverMcp(place(url), {}, context);
  const { blockedMs } = await longestBlock(() => (method === "tools/call" ? call() : look()).catch((error) => error));
  expect(wasAsked).toBe(true);
  return blockedMs;
}

const sendJson = (response: ServerResponse, body: string | Buffer) =>
  response.writeHead(200, { "content-type": "application/json" }).end(body);
const sendEvents = (response: ServerResponse, body: string | Buffer) => events(response).end(body);

describe("a server of MCP does not keep this process busy with", { timeout }, () => {
  const methods = [
    ...results.map(([name, make]) => ["tools/call", name, make] as const),
    ...lists.map(([name, make]) => ["tools/list", name, make] as const),
    ...greetings.map(([name, make]) => ["server/discover", name, make] as const),
  ];
  test.each(methods)("%s: very many %s", async (method, _name, make) => {
    expect(await blockedBy(method, make(fullOf), sendJson)).toBeLessThan(maxBlockMs);
    expect(await blockedBy(method, make(acceptedOf), sendJson)).toBeLessThan(maxBlockMs);
    if (method !== "server/discover")
      expect(await blockedBy(method, make(acceptedOf), sendJson, true)).toBeLessThan(maxBlockMs);
  });
  test.each(texts)("a long text of %s", async (_name, make) => {
    expect(await blockedBy("tools/call", make(), sendJson)).toBeLessThan(maxBlockMs);
  });
  test.each(streams)("a stream of very many %s", async (_name, make) => {
    expect(await blockedBy("tools/call", make(), sendEvents)).toBeLessThan(maxBlockMs);
  });
  test("a compressed stream", async () => {
    const headers = { "content-type": "text/event-stream", "content-encoding": "gzip" };
    const send = (response: ServerResponse, body: string | Buffer) => response.writeHead(200, headers).end(body);
    expect(await blockedBy("tools/call", gzipSync(fill("a\r", 4 * maxBytes)), send)).toBeLessThan(maxBlockMs);
  });
  test("chunks of one byte", async () => {
    const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
    const send = (response: ServerResponse, body: string | Buffer) => response.socket?.end(`${head}${body}0\r\n\r\n`);
    expect(await blockedBy("tools/call", fill("1\r\nx\r\n"), send)).toBeLessThan(maxBlockMs);
  });
});

/** As many of these as a list of messages may have. */
const batchOf: ListOf = (entry) => {
  const cost = `${entry},`.match(/[[{,]/g)?.length ?? 1;
  return `[${`${entry},`.repeat(Math.floor(4_900 / cost))}${entry}]`;
};

test.each(results.slice(-3))("a list of %s that is accepted", { timeout }, async (_name, make) => {
  expect(await blockedBy("tools/call", make(batchOf), sendJson)).toBeLessThan(maxBlockMs);
});

test.each([
  ["at once", ""],
  ["behind spaces", " \n".repeat(10_000)],
])("a longer list of messages is refused, %s", async (_when, space) => {
  const messages = before(acceptedOf('{"jsonrpc":"2.0","method":"notifications/x"}'));
  const { url } = await mcpServer(({ id, method }, _request, response) => {
    if (method !== "tools/call") return undefined;
    sendJson(response, space + messages.replace('"ID"', JSON.stringify(id)));
    return "done";
  });
  await expect(callMcp(place(url), "look", {}, {}, toolContext())).rejects.toThrow(
    "sent a list of messages with more than the maximum of 5,000 values.",
  );
});

test("the tools of many pages together are bounded", async () => {
  let pages = 0;
  const { url } = await mcpServer(({ id, method }, _request, response) => {
    if (method !== "tools/list") return undefined;
    const page = `"tools":[{"name":"t${++pages}","inputSchema":{"type":"object","x":${`[${"0,".repeat(5_000)}0]`}}}]`;
    sendJson(response, answer(`${page},"nextCursor":"c${pages}"`).replace('"ID"', JSON.stringify(id)));
    return "done";
  });
  await expect(discoverMcp(place(url), {}, toolContext())).rejects.toThrow("more than the maximum of 30,000 values");
  expect(pages).toBe(6);
});
