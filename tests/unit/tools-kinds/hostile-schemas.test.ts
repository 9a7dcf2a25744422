import { describe, expect, test } from "vitest";
import { httpDefinition } from "@/lib/contract/tools/kinds/http";
import { prepareHttp } from "@/lib/server/resources/tools/kinds/http/prepare";
import { readSchemas } from "@/lib/server/resources/tools/kinds/schemas/read-schemas";
import { longestBlock } from "../../support/loop-delay";

const maxBlockMs = 200;
const timeout = 120_000;
const place = { teamId: "team", signal: new AbortController().signal, field: "document" };
const many = { $ref: "#/components/schemas/Many" };

const documentWith = (operation: object, schemas: object): string =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Large", version: "1" },
    servers: [{ url: "https://api.example.test" }],
    paths: { "/things": { get: { operationId: "things", ...operation } } },
    components: { schemas },
  });
const parameters = (schema: unknown) => Array.from({ length: 150 }, (_, i) => ({ name: `p${i}`, in: "query", schema }));
const list = <T>(length: number, entry: (i: number) => T): T[] => Array.from({ length }, (_, i) => entry(i));

const documents: [string, () => string][] = [
  [
    "a list of 200,000 values that is referred to 150 times",
    () => documentWith({ parameters: parameters(many) }, { Many: { enum: list(200_000, () => 1) } }),
  ],
  [
    "a list of different values",
    () => documentWith({ parameters: parameters(many) }, { Many: { enum: list(200_000, (i) => i) } }),
  ],
  [
    "a list of large values",
    () => documentWith({ parameters: parameters(many) }, { Many: { enum: list(150, () => list(5_000, () => 1)) } }),
  ],
  [
    "a large default value",
    () => documentWith({ parameters: parameters(many) }, { Many: { default: list(400_000, () => 1) } }),
  ],
  [
    "very many properties",
    () =>
      documentWith(
        { parameters: parameters(many) },
        { Many: { properties: Object.fromEntries(list(100_000, (i) => [`p${i}`, {}])) } },
      ),
  ],
  [
    "very many required names",
    () =>
      documentWith(
        { parameters: parameters(many) },
        { Many: { properties: { a: {} }, required: list(400_000, () => "a") } },
      ),
  ],
  [
    "very many choices",
    () =>
      documentWith({ parameters: parameters(many) }, { Many: { anyOf: list(100_000, () => ({ type: "string" })) } }),
  ],
  [
    "very many types",
    () => documentWith({ parameters: parameters(many) }, { Many: { type: list(400_000, () => "string") } }),
  ],
  ["a long reference", () => documentWith({ parameters: parameters({ $ref: `#${"/a".repeat(12_000)}` }) }, {})],
  [
    "a description of spaces",
    () => documentWith({ parameters: parameters(many) }, { Many: { description: " ".repeat(3_000_000) } }),
  ],
  [
    "a path of underscores",
    () => documentWith({ operationId: "" }, {}).replace("/things", `/${"_".repeat(1_000_000)}-`),
  ],
  ["a million values", () => documentWith({ "x-values": list(900_000, () => []) }, {})],
  ["a long list in YAML", () => `openapi: 3.0.0\nx:\n${"  - {a: [1, 2]}\n".repeat(200_000)}paths: { /a: { get: {} } }`],
];

describe("a hostile OpenAPI document", () => {
  test.each(documents)("with %s does not keep this process busy", { timeout }, async (_name, make) => {
    const document = make();
    const asked = async (): Promise<string> => {
      const { operations } = await readSchemas("outline", { text: document, from: null }, place);
      return operations.map(({ id }) => id).join();
    };
    const { result, blockedMs } = await longestBlock(() => asked().catch((error: Error) => error.message));
    expect(blockedMs).toBeLessThan(maxBlockMs);
    expect(result).toMatch(/^things$|^get_|^The document (can't be read|is too large)/);
    if (result !== "things" || document.length > 2_000_000) return;
    const definition = httpDefinition.parse({ source: "openapi", document, operations: ["things"] });
    const prepared = await longestBlock(() => prepareHttp(definition, "team", place.signal));
    expect(prepared.blockedMs).toBeLessThan(maxBlockMs);
    expect(JSON.stringify(prepared.result).length).toBeLessThan(1_000_000);
    const kept = await longestBlock(() => readSchemas("keep", { text: document, ids: ["things"] }, place));
    expect(kept.blockedMs).toBeLessThan(maxBlockMs);
    expect(JSON.parse(kept.result)).toMatchObject({ paths: { "/things": { get: { operationId: "things" } } } });
  });

  test("whose operations are larger than a tool may be is refused", async () => {
    const values = list(190, (i) => `${"x".repeat(900)}${i}`);
    const text = documentWith({ parameters: parameters(many) }, { Many: { enum: values } });
    const { result, blockedMs } = await longestBlock(async () => {
      const ask = readSchemas("operations", { text, from: null, ids: ["things"] }, place);
      return ask.then(String, String);
    });
    expect(blockedMs).toBeLessThan(maxBlockMs);
    expect(result).toContain("The content is too large. Choose fewer items or make it smaller.");
  });

  test("keeps a short list of values and leaves a long one out", async () => {
    const text = documentWith(
      {
        parameters: [
          { name: "short", in: "query", schema: { enum: list(200, (i) => `v${i}`) } },
          { name: "long", in: "query", schema: { type: "string", enum: list(201, (i) => `v${i}`) } },
        ],
      },
      {},
    );
    const { operations } = await readSchemas("operations", { text, from: null, ids: ["things"] }, place);
    expect(operations[0]?.parameters.properties).toEqual({
      short: { enum: list(200, (i) => `v${i}`) },
      long: { type: "string" },
    });
    expect(operations[0]?.problems).toEqual([]);
  });
});

describe("a hostile list of an MCP server's tools", () => {
  test("does not keep this process busy, and what is read of it is bounded", { timeout }, async () => {
    const inputSchema = {
      properties: Object.fromEntries(list(100, (i) => [`p${i}`, { enum: list(200, (n) => `${"x".repeat(50)}${n}`) }])),
    };
    const tools = list(200, (i) => ({ name: `t${i}`, inputSchema, description: "x".repeat(10_000) }));
    const { result, blockedMs } = await longestBlock(() => readSchemas("tools", { tools }, place));
    expect(blockedMs).toBeLessThan(maxBlockMs);
    expect(result.tools).toHaveLength(200);
    expect(result.tools[0]?.parameters).toMatchObject({ properties: { p0: { enum: expect.any(Array) } } });
    expect(result.tools[199]).toMatchObject({ problems: [expect.stringContaining("too large in total")] });
    expect(JSON.stringify(result).length).toBeLessThan(4_000_000);
  });
});
