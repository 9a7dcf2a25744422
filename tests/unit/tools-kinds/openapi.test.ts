import Ajv from "ajv";
import { describe, expect, test } from "vitest";
import { keepOperations } from "@/lib/server/resources/tools/kinds/openapi/keep-operations";
import { readOpenApi } from "@/lib/server/resources/tools/kinds/openapi/read-openapi";
import { readSchemas } from "@/lib/server/resources/tools/kinds/schemas/read-schemas";
import { refusal } from "../../support/connectors";

const read = async (document: unknown, from: string | null = null) =>
  readOpenApi(typeof document === "string" ? document : JSON.stringify(document), from);
const three = (paths: unknown, more: object = {}) => ({
  openapi: "3.0.3",
  info: { title: "Pets", version: "1.2" },
  servers: [{ url: "https://api.example.test/v1/" }],
  paths,
  ...more,
});
const only = async (operation: object, more: object = {}, path = "/things") => {
  const [found] = (await read(three({ [path]: { post: operation } }, more))).operations;
  if (!found) throw new Error("There is no operation.");
  return found;
};
const jsonBody = (schema: unknown) => ({ requestBody: { content: { "application/json": { schema } } } });

const yaml = `
openapi: 3.1.0
info: { title: Weather, version: "2" }
servers:
  - url: https://{region}.weather.example.test/{base}
    variables: { region: { default: eu }, base: { default: v2 } }
security: [{ key: [] }]
paths:
  /cities/{city}/forecast:
    parameters:
      - { name: city, in: path, required: true, schema: { type: string } }
    get:
      operationId: forecast
      summary: The weather of the next days
      deprecated: true
      parameters:
        - { name: days, in: query, description: How many, schema: { type: [integer, "null"], minimum: 1, format: int32 } }
        - { name: "filter[kind]", in: query, schema: { type: array, items: { type: string } } }
        - { name: Authorization, in: header, schema: { type: string } }
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: appid }
`;

describe("a document", () => {
  test("of YAML and OpenAPI 3.1 is read", async () => {
    const { title, servers, operations, problems } = await read(yaml);
    expect({ title, servers, problems }).toEqual({
      title: "Weather",
      servers: ["https://eu.weather.example.test/v2"],
      problems: [],
    });
    expect(operations).toHaveLength(1);
    expect(operations[0]).toMatchObject({
      id: "forecast",
      method: "GET",
      path: "/cities/{city}/forecast",
      summary: "The weather of the next days",
      deprecated: true,
      callable: true,
      security: [{ name: "key", type: "apiKey", in: "query", key: "appid" }],
      parameters: {
        type: "object",
        required: ["city"],
        additionalProperties: false,
        properties: {
          city: { type: "string" },
          days: { type: ["integer", "null"], minimum: 1, description: "How many" },
          filter_kind_: { type: "array", items: { type: "string" } },
        },
      },
    });
  });

  test("of Swagger 2 is read", async () => {
    const { servers, operations } = await read({
      swagger: "2.0",
      info: { title: "Old", version: "1" },
      host: "old.example.test",
      basePath: "/api",
      schemes: ["https", "wss"],
      securityDefinitions: { basic: { type: "basic" } },
      security: [{ basic: [] }],
      paths: {
        "/pets": {
          post: {
            operationId: "add pet",
            consumes: ["application/json"],
            parameters: [{ name: "pet", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } }],
          },
          get: {
            parameters: [
              { name: "tags", in: "query", type: "array", items: { type: "string" }, collectionFormat: "multi" },
            ],
          },
        },
        "/upload": {
          post: {
            consumes: ["multipart/form-data"],
            parameters: [
              { name: "title", in: "formData", type: "string", required: true },
              { name: "file", in: "formData", type: "file" },
            ],
          },
        },
      },
      definitions: { Pet: { type: "object", required: ["name"], properties: { name: { type: "string" } } } },
    });
    expect(servers).toEqual(["https://old.example.test/api"]);
    const [add, list, upload] = operations.sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(add).toMatchObject({
      id: "add_pet",
      security: [{ type: "basic" }],
      body: { kind: "json", required: true },
      parameters: { properties: { body: { type: "object", required: ["name"] } }, required: ["body"] },
    });
    expect(list?.places).toMatchObject([{ argument: "tags", in: "query", style: "form", explode: true }]);
    expect(upload).toMatchObject({ body: { kind: "multipart" }, problems: [expect.stringContaining("Files")] });
    expect(upload?.parameters.properties).toEqual({
      body: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
    });
  });

  test("takes its own address for servers without a host", async () => {
    const paths = { "/a": { get: {} } };
    const document = { openapi: "3.1.0", info: {}, servers: [{ url: "/v3" }], paths };
    expect((await read(document)).servers).toEqual([]);
    expect((await read(document)).problems).toEqual([expect.stringContaining("Enter one")]);
    expect((await read(document, "https://docs.example.test/openapi.json")).servers).toEqual([
      "https://docs.example.test/v3",
    ]);
  });

  test("gives every operation a name of its own", async () => {
    const twice = { operationId: "same" };
    const { operations } = await read(
      three({ "/a": { get: twice, post: twice }, "/ä/{ö}": { get: { parameters: [{ name: "ö", in: "path" }] } } }),
    );
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => /^[a-zA-Z0-9_-]{1,64}$/.test(id))).toBe(true);
  });

  test.each<[string, string, string]>([
    ["nothing", "  ", "empty"],
    ["a web page", "<!doctype html><html></html>", "web page"],
    ["broken JSON", '{"openapi": "3.0.0", "paths": {', "isn't valid JSON"],
    ["broken YAML", "openapi: 3.0.0\npaths: [unclosed", "can't be read"],
    ["a list", "[1]", "must be an object"],
    ["text", "hello", "must be an object"],
    ["other JSON", '{"a":1}', "neither openapi nor swagger"],
    ["another version", '{"openapi":"4.0.0","paths":{}}', "OpenAPI 4.0.0 isn't supported"],
    ["no paths", '{"openapi":"3.0.0"}', "no paths"],
    ["no operation", '{"openapi":"3.0.0","paths":{"/a":{}}}', "no operation"],
    ["paths by inheritance", '{"openapi":"3.0.0","__proto__":{"paths":{"/a":{"get":{}}}}}', "no paths"],
  ])("of %s gets a sentence at its field", async (_name, text, sentence) => {
    const place = { teamId: "team", signal: new AbortController().signal, field: "document" };
    expect(await refusal(readSchemas("outline", { text, from: null }, place))).toMatchObject({
      name: "ToolError",
      field: "document",
      message: expect.stringContaining(sentence),
    });
  });
});

describe("a hostile document", () => {
  const bomb = (levels: number) =>
    ["openapi: 3.0.0", "a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
      .concat(
        Array.from({ length: levels }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(",")}]`),
        "paths: { /a: { get: {} } }",
      )
      .join("\n");

  test.each<[string, () => string, RegExp]>([
    ["aliases of aliases", () => bomb(9), /alias/i],
    ["aliases that repeat much", () => bomb(5), /alias|million values/i],
    [
      "10,000 operations",
      () =>
        JSON.stringify(three(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`/p${i}`, { get: {} }])))),
      /more than 2,000 operations/,
    ],
    [
      "great depth in JSON",
      () => `{"openapi":"3.0.0","x":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      /nested deeper|isn't valid JSON/,
    ],
    ["great depth in YAML", () => `openapi: 3.0.0\nx: ${"[".repeat(50_000)}`, /can't be read/],
    ["many values", () => `{"openapi":"3.0.0","x":[${"[],".repeat(1_100_000)}1]}`, /million values/],
    ["great length", () => `{"openapi":"${"x".repeat(5_000_001)}"}`, /the limit is 5 MB/],
  ])(
    "with %s is refused in time",
    async (_name, make, sentence) => {
      const began = performance.now();
      expect((await refusal(read(make()))).message).toMatch(sentence);
      expect(performance.now() - began).toBeLessThan(10_000);
    },
    20_000,
  );

  test("with circles ends in an open schema and a sentence", async () => {
    const schemas = {
      Tree: {
        type: "object",
        properties: {
          name: { type: "string" },
          children: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
        },
      },
      Self: { $ref: "#/components/schemas/Self" },
    };
    const tree = await only(jsonBody({ $ref: "#/components/schemas/Tree" }), { components: { schemas } });
    expect(tree.problems).toEqual(["“Tree” contains itself. Its inner levels aren't described."]);
    expect(tree.parameters.properties).toMatchObject({
      body: { properties: { name: { type: "string" }, children: { type: "array", items: {} } } },
    });
    const self = await only(jsonBody({ $ref: "#/components/schemas/Self" }), { components: { schemas } });
    expect(self.problems).toHaveLength(1);
  });

  test("opens no file and no address", async () => {
    for (const $ref of ["file:///etc/passwd", "http://127.0.0.1:9/x.json", "other.yaml#/Pet", "./pet.json"]) {
      const found = await only(jsonBody({ $ref }));
      expect(found.problems).toEqual([`“${$ref}” is outside the document and can't be read.`]);
    }
    expect(
      (await only(jsonBody({ $ref: "#/components/schemas/constructor" }), { components: { schemas: {} } })).problems,
    ).toEqual(["“#/components/schemas/constructor” doesn't exist in the document."]);
  });

  test("grows no schema beyond its bounds", async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 18 }, (_, i) => [
        `S${i}`,
        {
          type: "object",
          properties: Object.fromEntries(
            [..."abcdefgh"].map((name) => [name, { $ref: `#/components/schemas/S${i + 1}` }]),
          ),
        },
      ]),
    );
    const began = performance.now();
    const found = await only(jsonBody({ $ref: "#/components/schemas/S0" }), { components: { schemas } });
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(found.problems.join()).toContain("Parts of it aren't described");
    expect(JSON.stringify(found.parameters).length).toBeLessThan(400_000);
  });

  test("names no prototype", async () => {
    const document = JSON.stringify(
      three({
        "/a": {
          post: {
            parameters: [
              { name: "__proto__", in: "query", schema: {} },
              { name: "constructor", in: "query", schema: { type: "string" } },
            ],
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    properties: { PROTO: { type: "object" }, toString: { type: "string" } },
                    required: ["PROTO"],
                  },
                },
              },
            },
          },
        },
      }),
    ).replaceAll("PROTO", "__proto__");
    const [found] = (await read(document)).operations;
    expect(found?.problems).toEqual(
      expect.arrayContaining([
        expect.stringContaining("parameter named “__proto__”"),
        expect.stringContaining("property named “__proto__”"),
      ]),
    );
    expect(JSON.stringify(found?.parameters)).not.toContain("__proto__");
    expect(Object.keys(found?.parameters.properties ?? {})).toEqual(["constructor", "body"]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe("a schema for models", () => {
  test.each<[string, unknown, unknown]>([
    ["nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
    [
      "exclusive bounds of 3.0",
      { type: "number", minimum: 0, exclusiveMinimum: true },
      { type: "number", exclusiveMinimum: 0 },
    ],
    [
      "formats and patterns as hints",
      { type: "string", format: "date", pattern: "(a+)+$", description: "Day." },
      { type: "string", description: "Day. — format date, pattern (a+)+$" },
    ],
    ["values once each", { enum: ["a", "a", "b"] }, { enum: ["a", "b"] }],
    [
      "what only answers have is left out",
      { type: "object", properties: { id: { type: "string", readOnly: true }, n: {} }, required: ["id", "n"] },
      { type: "object", properties: { n: {} }, required: ["n"] },
    ],
    [
      "allOf of objects is one object",
      {
        allOf: [
          { type: "object", properties: { a: {} }, required: ["a"] },
          { properties: { b: {} }, required: ["b"] },
        ],
      },
      { type: "object", properties: { a: {}, b: {} }, required: ["a", "b"] },
    ],
    ["nonsense is left out", { type: "strange", minLength: -1, maximum: "x", enum: [], items: 4, required: "a" }, {}],
  ])("%s", async (_name, schema, expected) => {
    const { parameters } = await only(jsonBody(schema));
    expect((parameters.properties as { body: unknown }).body).toEqual(expected);
    expect(() => new Ajv({ strict: false }).compile(parameters)).not.toThrow();
  });
});

test("what can't be sent is told and not callable", async () => {
  expect(await only({ requestBody: { content: { "application/octet-stream": {} } } })).toMatchObject({
    callable: false,
    problems: ["A request body of type application/octet-stream isn't supported."],
  });
  expect(await only({}, {}, "/a/{id}")).toMatchObject({ callable: false, problems: [expect.stringContaining("“id”")] });
});

test("a kept document has only what is chosen, under the same ids", async () => {
  const Pet = { type: "object", properties: { owner: { $ref: "#/components/schemas/Owner" } } };
  const source = JSON.stringify(
    three(
      {
        "/pets": {
          parameters: [{ $ref: "#/components/parameters/Trace" }],
          get: { operationId: "same", responses: { 200: { $ref: "#/components/schemas/Unused" } } },
          post: { operationId: "same", ...jsonBody({ $ref: "#/components/schemas/Pet" }) },
        },
      },
      {
        components: {
          parameters: { Trace: { name: "trace", in: "query", schema: { type: "string" } } },
          schemas: {
            Pet,
            Owner: { type: "object", properties: { pet: { $ref: "#/components/schemas/Pet" } } },
            Unused: { type: "object" },
          },
        },
      },
    ),
  );
  const before = await read(source);
  const post = before.operations.find(({ method }) => method === "POST");
  const kept = keepOperations(source, [post?.id ?? ""]);
  expect(kept).not.toContain("Unused");
  expect((await read(kept)).operations).toEqual([post]);
  expect((await read(kept)).servers).toEqual(before.servers);
});

test("others get their turn while a large document is read", async () => {
  const schema = {
    type: "object",
    properties: Object.fromEntries([..."abcdefghij"].map((name) => [name, { type: "string" }])),
  };
  const paths = Object.fromEntries(Array.from({ length: 1_900 }, (_, i) => [`/p${i}`, { post: jsonBody(schema) }]));
  const document = JSON.stringify(three(paths));
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  expect((await read(document)).operations).toHaveLength(1_900);
  clearInterval(beat);
  expect(longest).toBeLessThan(300);
});
