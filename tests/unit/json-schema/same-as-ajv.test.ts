import Ajv from "ajv";
import { describe, expect, test, vi } from "vitest";
import { findMisfits } from "@/lib/server/platform/json-schema/check";
import { findSchemaProblem } from "@/lib/server/platform/json-schema/schema-problem";

vi.setConfig({ testTimeout: 60_000 });

const limits = { maxSteps: 1_000_000, maxMisfits: 10 };

/** Repeatable random choices. */
function randomOf(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: next(most + 1) }, make);
  return { next, pick, some };
}

const names = ["a", "b", "c", "length"];
const texts = ["", "a", "ab", "😀", "😀😀", "abc"];

function makeValue(random: ReturnType<typeof randomOf>, depth: number): unknown {
  const { next, pick, some } = random;
  switch (next(depth > 0 ? 8 : 5)) {
    case 0:
      return null;
    case 1:
      return next(2) === 0;
    case 2:
      return pick(texts);
    case 3:
      return next(8) - 3;
    case 4:
      return (next(40) - 20) / 4;
    case 5:
      return some(3, () => makeValue(random, depth - 1));
    default:
      return Object.fromEntries(some(4, () => [pick(names), makeValue(random, depth - 1)]));
  }
}

const branch = (name: "then", schema: unknown) => ({ [name]: schema });
const unique = <T>(list: T[]): T[] => [...new Set(list)];

function makeSchema(random: ReturnType<typeof randomOf>, depth: number): unknown {
  const { next, pick, some } = random;
  if (depth === 0 && next(3) === 0) return next(4) > 0;
  const below = () => makeSchema(random, depth - 1);
  const leaves: (() => object)[] = [
    () => ({ type: pick(["string", "number", "integer", "boolean", "object", "array", "null"]) }),
    () => ({ type: unique(["object", pick(["string", "array", "null"])]) }),
    () => ({ const: makeValue(random, 1) }),
    () => ({ enum: [[makeValue(random, 1)], "a", 1, { a: 1, b: [1] }, null] }),
    () => ({ minimum: next(5) - 2, exclusiveMaximum: next(5) }),
    () => ({ maximum: next(5) - 2, exclusiveMinimum: next(5) - 4 }),
    () => ({ multipleOf: pick([1, 0.25, 2]) }),
    () => ({ minLength: next(3), maxLength: next(4) }),
    () => ({ minItems: next(3), maxItems: next(4) }),
    () => ({ minProperties: next(3), maxProperties: next(4) }),
    () => ({ required: unique(some(2, () => pick(["a", "b", "c"]))) }),
    () => ({ dependencies: { [pick(["a", "b"])]: ["c"] } }),
  ];
  const nested: (() => object)[] = [
    () => ({ properties: { a: below(), b: below() } }),
    () => ({ properties: { a: below() }, additionalProperties: below() }),
    () => ({ propertyNames: below() }),
    () => ({ items: below() }),
    () => ({ items: [below(), below()], additionalItems: below() }),
    () => ({ contains: below() }),
    () => ({ allOf: [below(), below()] }),
    () => ({ anyOf: [below(), below(), below()] }),
    () => ({ oneOf: [below(), below(), below()] }),
    () => ({ not: below() }),
    () => ({ if: below(), ...branch("then", below()), else: below() }),
    () => ({ dependencies: { a: below() } }),
    () => ({ definitions: { x: below() }, $ref: "#/definitions/x" }),
  ];
  return Object.assign(
    {},
    ...Array.from({ length: 1 + next(3) }, () => pick(depth > 0 ? [...leaves, ...nested] : leaves)()),
  );
}

describe("a value fits a schema exactly where Ajv says so", () => {
  test.each(Array.from({ length: 20 }, (_, i) => i + 1))("generated, %i", (seed) => {
    const random = randomOf(seed * 7_919);
    const outcomes = { fits: 0, misfits: 0 };
    for (let i = 0; i < 100; i += 1) {
      const schema = { definitions: { x: true }, ...(makeSchema(random, 3) as object) };
      // Below the root a reference would mean another place.
      if (JSON.stringify(schema).split('"$ref"').length > 1 + Number("$ref" in schema)) continue;
      expect(findSchemaProblem(schema), JSON.stringify(schema)).toBeUndefined();
      const validate = new Ajv({ strict: false, ownProperties: true, allErrors: true, validateFormats: false }).compile(
        schema,
      );
      for (let j = 0; j < 10; j += 1) {
        const value = makeValue(random, 3);
        const fits = validate(value);
        outcomes[fits ? "fits" : "misfits"] += 1;
        expect(findMisfits(schema, value, limits).length === 0, JSON.stringify({ schema, value })).toBe(fits);
      }
    }
    expect(outcomes.fits).toBeGreaterThan(50);
    expect(outcomes.misfits).toBeGreaterThan(50);
  });
});

test.each<[object, unknown, unknown[]]>([
  [{ prefixItems: [{ type: "string" }], items: { type: "number" } }, ["a", 1, "b"], [["2"]]],
  [{ dependentRequired: { a: ["b"] } }, { a: 1 }, [["b"]]],
  [{ dependentSchemas: { a: { required: ["b"] } } }, { a: 1 }, [["b"]]],
  [{ patternProperties: { "^x": {} }, additionalProperties: false }, { xy: 1 }, []],
  [{ pattern: "^(a+)+$", format: "date", uniqueItems: true }, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", []],
  [{ multipleOf: 0.1 }, 0.3, []],
  [{ multipleOf: 0.1 }, 0.35, [[]]],
])("%j with %j", (schema, value, paths) => {
  expect(findMisfits(schema, value, limits).map(({ path }) => path)).toEqual(paths);
});
