import type { JSONSchema7 } from "@ai-sdk/provider";
import { afterAll, describe, expect, test, vi } from "vitest";
import { findArgumentsProblem } from "@/lib/server/platform/json-schema/check-arguments";
import { closeSchemaPool } from "@/lib/server/platform/json-schema/find-misfits";
import { findSchemaProblem } from "@/lib/server/platform/json-schema/schema-problem";
import { longestBlock } from "../../support/loop-delay";

vi.setConfig({ testTimeout: 60_000 });

afterAll(closeSchemaPool);

const signal = new AbortController().signal;
const maxBlockMs = 200;
const repeated = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const takesTooLong =
  "The arguments were rejected: checking this against the schema took too long; use fewer or smaller values.";

async function problemOf(schema: unknown, value: unknown): Promise<string | undefined> {
  const { result, blockedMs } = await longestBlock(() =>
    findArgumentsProblem("team", schema as JSONSchema7, value, signal),
  );
  expect(blockedMs).toBeLessThan(maxBlockMs);
  return result;
}

const object = (properties: object) => ({ type: "object", properties });
const branch = (name: "then", schema: unknown) => ({ [name]: schema });
/** `depth` levels that each lead twice to the next one. */
const fanOut = (depth: number, level: (ref: { $ref: string }) => object) => ({
  type: "object",
  allOf: [{ $ref: "#/definitions/l0" }],
  definitions: Object.fromEntries(
    repeated(depth + 1, (i) => [`l${i}`, i === depth ? {} : level({ $ref: `#/definitions/l${i + 1}` })]),
  ),
});

describe("arguments that do not fit cost no more than those that do", () => {
  test.each<[string, unknown, unknown]>([
    [
      "items that must be contained, each compared with a large constant",
      object({ a: { type: "array", contains: { const: repeated(16_000, () => []) } } }),
      { a: repeated(200_000, () => 1) },
    ],
    [
      "items against alternatives of long texts",
      object({
        a: { type: "array", items: { anyOf: [{ enum: repeated(200, (i) => `${i}`.padEnd(900)) }, { type: "null" }] } },
      }),
      { a: repeated(50_000, (i) => i) },
    ],
  ])("%s", async (_name, schema, value) => {
    expect(await problemOf(schema, value)).toMatch(/^The arguments were rejected: “a/);
  });
});

describe("arguments that cost more than they are worth are refused, and nothing else waits meanwhile", () => {
  test.each<[string, unknown, unknown]>([
    [
      "36,000 items against 1,000 alternatives",
      object({ a: { type: "array", items: { anyOf: repeated(1_000, (i) => ({ const: `${i}` })) } } }),
      { a: repeated(36_000, () => "999") },
    ],
    [
      "36,000 items against 1,000 exclusive alternatives",
      object({
        a: {
          type: "array",
          items: { oneOf: repeated(1_000, (i) => ({ type: "string", minLength: i + 2 - (i === 999 ? 1_001 : 0) })) },
        },
      }),
      { a: repeated(36_000, () => "x") },
    ],
    [
      "many items against a large enumeration of objects",
      object({ a: { type: "array", items: { enum: repeated(2_000, (i) => ({ a: [1, 2, 3, i] })) } } }),
      { a: repeated(30_000, () => ({ a: [1, 2, 3, 1_999] })) },
    ],
    [
      "items that must be contained, each compared with many alternatives",
      object({ a: { contains: { anyOf: repeated(1_500, (i) => ({ minimum: i + 2 })) } } }),
      { a: repeated(100_000, () => 1) },
    ],
    [
      "names against many alternatives",
      { type: "object", propertyNames: { anyOf: repeated(1_500, (i) => ({ const: `${i}x` })).concat([{}] as never) } },
      Object.fromEntries(repeated(50_000, (i) => [`n${i}`, i])),
    ],
    [
      "dependent schemas of many names",
      {
        type: "object",
        additionalProperties: {
          dependentSchemas: Object.fromEntries(repeated(1_000, (i) => [`n${i}`, { required: ["x"] }])),
        },
      },
      Object.fromEntries(repeated(30_000, (i) => [`m${i}`, { n1: 1, x: 1 }])),
    ],
    [
      "references with parts that can't be decoded",
      object({ a: { type: "array", items: { $ref: `#/definitions${"/%".repeat(130)}` } } }),
      { a: repeated(50_000, () => 1) },
    ],
    ["references that double at each level", fanOut(40, (ref) => ({ allOf: [ref, ref] })), {}],
    ["conditions that double at each level", fanOut(40, (ref) => ({ if: ref, ...branch("then", ref) })), {}],
    [
      "negations that double at each level",
      fanOut(40, (ref) => ({ not: { anyOf: [{ not: ref }, { not: ref }] } })),
      {},
    ],
    [
      "a schema that refers to itself",
      {
        type: "object",
        allOf: [{ $ref: "#/definitions/a" }],
        definitions: { a: { allOf: [{ $ref: "#/definitions/a" }] } },
      },
      {},
    ],
    [
      "code points of a long text counted for each alternative",
      object({ a: { anyOf: repeated(1_500, () => ({ type: "string", minLength: 260_000 })) } }),
      { a: "😀".repeat(250_000) },
    ],
  ])("%s", async (_, schema, value) => {
    expect(await problemOf(schema, value)).toBe(takesTooLong);
  });
});

describe("arguments that are only large are checked", () => {
  test.each<[string, unknown, unknown, string | undefined]>([
    ["1,500 alternatives", object({ a: { anyOf: repeated(1_500, (i) => ({ const: i })) } }), { a: 1_499 }, undefined],
    [
      "200,000 numbers, the last of which does not fit",
      object({ a: { type: "array", items: { type: "integer", minimum: 0, multipleOf: 1 } } }),
      { a: [...repeated(199_999, (i) => i), 0.5] },
      "The arguments were rejected: “a.199999” must be integer, “a.199999” must be a multiple of 1.",
    ],
    [
      "400,000 errors, of which the first ones are named",
      object({ a: { type: "array", items: { type: "string" } } }),
      { a: repeated(400_000, (i) => i) },
      `The arguments were rejected: ${repeated(10, (i) => `“a.${i}” must be string`).join(", ")}.`,
    ],
    [
      "50,000 objects",
      object({
        a: {
          type: "array",
          items: { ...object({ name: { type: "string" }, age: { type: "number" } }), required: ["name", "age"] },
        },
      }),
      { a: repeated(50_000, (i) => ({ name: `n${i}`, age: i })) },
      undefined,
    ],
    [
      "a number of which floating point does not know whether it is a multiple",
      object({ a: { multipleOf: 1e-300 } }),
      { a: 1e300 },
      undefined,
    ],
    [
      "a value 5,000 levels deep",
      object({ a: {} }),
      { a: JSON.parse("[".repeat(5_000) + "]".repeat(5_000)) },
      undefined,
    ],
  ])("%s", async (_, schema, value, problem) => {
    expect(await problemOf(schema, value)).toBe(problem);
  });

  test("names that objects inherit are no fields, and may be fields", async () => {
    const schema = {
      ...object({ constructor: { type: "string" } }),
      required: ["toString"],
      additionalProperties: false,
    };
    expect(await problemOf(schema, {})).toBe("The arguments were rejected: “toString” is missing.");
    const value = JSON.parse('{"constructor":1,"__proto__":1,"toString":1}');
    expect(await problemOf(schema, value)).toBe(
      "The arguments were rejected: “constructor” must be string, “__proto__” isn't a parameter, “toString” isn't a parameter.",
    );
  });
});

describe("a schema that is saved", () => {
  test.each<[string, unknown, RegExp]>([
    ["references that double at each level", fanOut(20, (ref) => ({ allOf: [ref, ref] })), /too large/],
    [
      "a loop below a property named as a keyword",
      object({ enum: { $ref: "#/properties/enum" } }),
      /circular reference/,
    ],
    ["great depth", repeated(200, () => 0).reduce<object>((inner) => ({ not: inner }), {}), /nested deeper/],
    ["no type", { type: "text" }, /“type” must be one of/],
    ["no fields", object({ a: { properties: [] } }), /“properties.a.properties” must be an object/],
    ["no list of names", { required: "a" }, /“required” must be a list of strings/],
    ["no bound", { minLength: -1 }, /“minLength” must be a non-negative integer/],
    ["a broken escape", { $ref: "#/a%" }, /doesn't exist/],
  ])("%s is refused", (_, schema, sentence) => {
    expect(findSchemaProblem(schema)).toMatch(sentence);
  });

  test("may have 1,500 alternatives", () => {
    expect(findSchemaProblem(object({ a: { anyOf: repeated(1_500, (i) => ({ const: i })) } }))).toBeUndefined();
  });
});
