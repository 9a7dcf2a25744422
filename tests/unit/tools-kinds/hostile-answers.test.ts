import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { builtinDefinition } from "@/lib/contract/tools/kinds/builtin";
import { httpDefinition } from "@/lib/contract/tools/kinds/http";
import { parserPool } from "@/lib/server/engine/parsing/parser-pool";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { prepareBuiltin } from "@/lib/server/resources/tools/kinds/builtin/library";
import { callHttp } from "@/lib/server/resources/tools/kinds/http/call-http";
import { longestBlock } from "../../support/loop-delay";
import { loopbackServer } from "../../support/loopback-server";
import { toolContext } from "../../support/tool-context";

const maxBlockMs = 200;
const timeout = 120_000;
afterAll(() => parserPool().close());

const fill = (part: string): string => part.repeat(Math.floor(4_000_000 / part.length));
const listOf = (entry: string): string => `[${fill(`${entry},`)}${entry}]`;

async function serverOf(body: string | Buffer, type: string, status = 200) {
  const bytes = Buffer.from(body);
  const server = await loopbackServer((_request, response) =>
    response.writeHead(status, { "content-type": type }).end(bytes),
  );
  onTestFinished(server.close);
  return server.url;
}

async function use(builtin: string, args: unknown) {
  const { call } = prepareBuiltin(builtinDefinition.parse({ builtin, settings: {} }));
  return call?.(args, toolContext({ timeoutMs: 60_000 }));
}

function withEnv(name: string, value: string) {
  vi.stubEnv(name, value);
  forgetEnv();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    forgetEnv();
  });
}

async function blockedBy(work: () => Promise<unknown>): Promise<number> {
  const { blockedMs } = await longestBlock(() => work().catch((error: unknown) => error));
  return blockedMs;
}

describe("arXiv does not keep this process busy with", { timeout }, () => {
  test.each<[string, string]>([
    ["elements", `<feed>${fill("<a/>")}</feed>`],
    ["entries", `<feed>${fill("<entry><id>x</id></entry>")}</feed>`],
    ["authors", `<feed><entry>${fill("<author><name>x</name></author>")}</entry></feed>`],
    ["attributes", `<feed><entry ${Array.from({ length: 300_000 }, (_, i) => `a${i}=""`).join(" ")}/></feed>`],
    ["signs", fill("<")],
  ])("very many %s", async (_name, body) => {
    withEnv("ARXIV_URL", await serverOf(body, "application/atom+xml"));
    expect(await blockedBy(() => use("arxiv", { query: "x" }))).toBeLessThan(maxBlockMs);
  });
});

describe("Wikipedia does not keep this process busy with", { timeout }, () => {
  test.each<[string, string]>([
    ["pages", `{"query":{"pages":${listOf("{}")}}}`],
    ["numbers", `{"query":{"pages":${listOf("0")}}}`],
    ["numbers that are accepted", `{"query":{"pages":[${"0,".repeat(9_900)}0]}}`],
    ["fields that nobody knows", `{"x":${listOf("{}")}}`],
  ])("very many %s", async (_name, body) => {
    withEnv("WIKIPEDIA_URL", await serverOf(body, "application/json"));
    expect(await blockedBy(() => use("wikipedia", { title: "x" }))).toBeLessThan(maxBlockMs);
  });
});

const names = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"a${i}":0`).join()}}`;
describe("a service that a tool calls", { timeout }, () => {
  const ask = async (body: string, type: string, status: number) => {
    const url = await serverOf(body, type, status);
    const request = { method: "GET", url };
    const definition = httpDefinition.parse({ source: "request", request, parameters: { type: "object" } });
    return () => callHttp(definition, "template", {}, {}, toolContext({ timeoutMs: 60_000 }));
  };
  test.each<[string, string, number, string]>([
    ["lists", "application/json", 200, listOf("[]")],
    ["objects", "application/json", 200, listOf("{}")],
    ["objects in an error", "application/json", 400, listOf("{}")],
    ["names", "application/json", 200, names(150_000)],
    ["names that are accepted", "application/json", 200, names(24_000)],
    ["paragraphs", "text/html", 200, fill("<p>a")],
  ])("does not keep this process busy with very many %s", async (_name, type, status, body) => {
    expect(await blockedBy(await ask(body, type, status))).toBeLessThan(maxBlockMs);
  });

  test.each([200, 6_000, 1_000_000])("may answer with lists that lie %i deep in one another", async (depth) => {
    const text = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(await (await ask(text, "application/json", 200))()).toMatchObject({
      status: 200,
      body: text.slice(0, 50_000),
    });
    const error = await (await ask(`{"message":${text}}`, "application/json", 400))().catch((reason: Error) => reason);
    expect(error).toMatchObject({ name: "ToolError", message: expect.stringContaining("returned 400") });
  });
});
