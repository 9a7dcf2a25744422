import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "@/lib/contract/base/endpoint";
import { tools } from "@/lib/contract/tools/schemas";
import { newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { heavyCode } from "../support/hostile/heavy-code";
import { heavyPages } from "../support/hostile/heavy-pages";
import { heavySchemas } from "../support/hostile/heavy-schemas";
import { heavyTexts } from "../support/hostile/heavy-texts";
import { inflations, type Wire } from "../support/hostile/inflated";
import { hold, type LoopCase, printFigures } from "../support/loop-watch/hold";
import { type HostileService, hostileService, type Reply } from "../support/loop-watch/hostile-service";
import { callAt } from "../support/loop-watch/member-at";
import { isLong, sampled } from "../support/loop-watch/scope";
import { startWatched, type WatchedServer } from "../support/loop-watch/watched-server";

ownDatabase();

const timeout = isLong ? 1_800_000 : 120_000;

let server: WatchedServer;
let service: HostileService;
let person: Person;
beforeAll(async () => {
  service = await hostileService();
  person = await newPerson();
  server = await startWatched({
    DATA_DIR: process.env.DATA_DIR ?? "",
    UPLOADS_DIR: process.env.UPLOADS_DIR ?? "",
    OUTBOUND_ALLOW: "127.0.0.1",
    WIKIPEDIA_URL: service.url,
    ARXIV_URL: service.url,
  });
}, 60_000);
afterAll(async () => {
  printFigures("tools");
  await server?.kill();
  await service?.close();
});

const replying =
  ({ body, headers }: Wire, status = 200): Reply =>
  (_, __, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);

/** One call that must come to an end in good order, whatever the service did. Returns what went wrong, if anything. */
async function ask(endpoint: Endpoint, body: object): Promise<string> {
  const { status, body: answer } = await callAt(server.url, person, endpoint, { body });
  expect(status, JSON.stringify(answer).slice(0, 1_000)).toBeLessThan(500);
  return status === 200 && answer.ok !== false ? "" : JSON.stringify(answer).slice(0, 1_000);
}
const tryOut = (type: string, definition: object, args: object = {}) =>
  ask(tools.tryOut, { type, definition: { timeoutMs: 30_000, ...definition }, args });

const openApi = (url: string) => ({
  openapi: "3.1.0",
  info: { title: "Quay", version: "1" },
  servers: [{ url }],
  paths: { "/boats": { get: { operationId: "boats" } } },
});
const httpTool = () => ({
  source: "openapi",
  document: JSON.stringify(openApi(service.url)),
  operations: ["boats"],
  auth: { type: "none" },
});
const builtin = (name: string) => ({ builtin: name, settings: {} });

/** Calls to the service, each of whose answers is hostile in turn. */
type Asked = [title: string, answer: string, call: () => Promise<string>];
const inJson: Asked[] = [
  ["an HTTP tool", JSON.stringify({ boats: [{ id: 1, name: "Annie of the quay" }] }), () => tryOut("http", httpTool())],
  [
    "Wikipedia",
    JSON.stringify({ query: { pages: [{ title: "Quay", index: 1, extract: "A quay is where boats lie." }] } }),
    () => tryOut("builtin", builtin("wikipedia"), { query: "quay" }),
  ],
  [
    "an OpenAPI document",
    JSON.stringify(openApi("https://quay.example.test")),
    () => ask(tools.readDocument, { address: `${service.url}/openapi.json` }),
  ],
];
const inText: Asked[] = [
  ["an HTTP tool", "", () => tryOut("http", httpTool())],
  ["a web page", "", () => tryOut("builtin", builtin("webPage"), { url: `${service.url}/page` })],
  ["arXiv", "", () => tryOut("builtin", builtin("arxiv"), { query: "quay" })],
  ["an OpenAPI document", "", () => ask(tools.readDocument, { address: `${service.url}/openapi.yaml` })],
];

const jsonCases = inJson.flatMap(([title, answer, call]) =>
  inflations.flatMap((inflation) =>
    [200, 400].map(
      (status): LoopCase => ({
        title: `${title}, ${status}: ${inflation.title}`,
        async run() {
          service.reply(replying(inflation.make(answer), status));
          await call();
        },
      }),
    ),
  ),
);
const textCases = inText.flatMap(([title, , call]) =>
  heavyPages.map(
    ([page, make]): LoopCase => ({
      title: `${title}: ${page}`,
      async run() {
        service.reply(replying(make()));
        await call();
      },
    }),
  ),
);

/** An MCP server that answers in order, but for the answer to one method. */
function mcp(hostile: string, make: (answer: string) => Wire): Reply {
  const results: Record<string, object> = {
    initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "A", version: "1" } },
    "tools/list": { tools: [{ name: "look", description: "Looks around the quay", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "A boat lies at the quay." }] },
  };
  return (request, body, response) => {
    const { id, method = "" } = (body ? JSON.parse(body) : {}) as { id?: number; method?: string };
    if (request.method !== "POST" || id === undefined) return void response.writeHead(202).end();
    const unknown = { error: { code: -32601, message: "Method not found" } };
    const answer = JSON.stringify({ jsonrpc: "2.0", id, ...(results[method] ? { result: results[method] } : unknown) });
    return replying(method === hostile ? make(answer) : { body: Buffer.from(answer) })(request, body, response);
  };
}
/** As it is kept once the server was asked for its tools. */
const look = {
  name: "look",
  title: null,
  description: "Looks around",
  parameters: { type: "object" },
  readOnly: true,
  destructive: false,
  problems: [],
};
function askMcp(method: string): Promise<string> {
  const url = `${service.url}/mcp`;
  if (method !== "tools/call") return ask(tools.discover, { url });
  const definition = { url, allowedTools: ["look"], tools: [look] };
  return ask(tools.tryOut, { type: "mcp", definition, operation: "look", args: {} });
}
const mcpMethods = ["initialize", "tools/list", "tools/call"];
const mcpCases = mcpMethods.flatMap((method) =>
  inflations.map(
    (inflation): LoopCase => ({
      title: `MCP, ${method}: ${inflation.title}`,
      run: () => {
        service.reply(mcp(method, inflation.make));
        return askMcp(method);
      },
    }),
  ),
);

const codeCases = heavyCode.map(
  ({ title, language, code }): LoopCase => ({ title, run: () => tryOut("function", { language, code }) }),
);
const code = "export default () => 1;";
const schemaCases = heavySchemas.map(
  ([title, parameters, args]): LoopCase => ({
    title: `arguments with ${title}`,
    run: () => tryOut("function", { language: "javascript", code, parameters }, args),
  }),
);
const formulaCases = [
  ...heavyTexts.map(([name, make]) => [name, make(2_000)] as const),
  ...["(1+", "2^", "9^9^", "sqrt(", "1/3+", "factorial(", "max(1,"].map(
    (unit) => [unit, `${unit.repeat(600)}1`] as const,
  ),
].map(
  ([name, formula]): LoopCase => ({
    title: `a formula of ${name}`,
    run: () => tryOut("builtin", builtin("calculator"), { formula }),
  }),
);

it("answers in good order where the services do", { timeout }, async () => {
  for (const [title, answer, call] of inJson) {
    service.reply(replying({ body: Buffer.from(answer) }));
    expect(await call(), title).toBe("");
  }
  const page = { body: Buffer.from("<p>A boat lies at the quay.</p>"), headers: { "content-type": "text/html" } };
  const feed = Buffer.from(
    "<feed><entry><id>http://arxiv.org/abs/1</id><title>A</title><summary>B</summary></entry></feed>",
  );
  for (const [title, , call] of inText.slice(0, 2)) {
    service.reply(replying(page));
    expect(await call(), title).toBe("");
  }
  service.reply(replying({ body: feed, headers: { "content-type": "application/atom+xml" } }));
  expect(await tryOut("builtin", builtin("arxiv"), { query: "quay" })).toBe("");
  service.reply(mcp("none", (body) => ({ body: Buffer.from(body) })));
  for (const method of mcpMethods) expect(await askMcp(method), method).toBe("");
  expect(await tryOut("function", { language: "javascript", code })).toBe("");
  expect(await tryOut("builtin", builtin("calculator"), { formula: "1/3+2^8" })).toBe("");
});

describe.each([
  ["JSON of services", jsonCases, 4],
  ["texts of services", textCases, 4],
  ["MCP servers", mcpCases, 4],
  ["code", codeCases, 2],
  ["schemas", schemaCases, 4],
  ["formulas", formulaCases, 8],
] as const)("%s", (name, cases, few) => {
  it("keep the event loop free", { timeout }, () => hold(server, sampled(cases, few, name)));
});
