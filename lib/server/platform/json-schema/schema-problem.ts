import { isRecord } from "@/lib/utils/json/is-object";
import { resolvePointer } from "./pointer";
import { typeNames } from "./types";

const maxLength = 32 * 1024;
const maxWeight = 2_000;
const maxDepth = 60;

type Schema = Record<string, unknown>;

class SchemaProblem extends Error {}

/** A traversal of a schema with references resolved. */
interface Walk {
  root: Schema;
  /** Remaining schemas. */
  left: number;
}

interface SchemaLocation {
  path: readonly string[];
  /** The chain of references; a repeated one is a cycle. */
  references: readonly string[];
  depth: number;
}

type Shape = (operand: unknown, walk: Walk, place: SchemaLocation) => void;

function fail(place: SchemaLocation, what: string): SchemaProblem {
  return new SchemaProblem(`This isn't a valid JSON Schema: “${place.path.join(".")}” must be ${what}.`);
}

const childLocation = (place: SchemaLocation, key: string): SchemaLocation => ({
  ...place,
  path: [...place.path, key],
});
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === "string");
const isType = (value: unknown): boolean => (typeNames as readonly unknown[]).includes(value);
const shaped =
  (fits: (value: unknown) => boolean, what: string): Shape =>
  (operand, _walk, place) => {
    if (!fits(operand)) throw fail(place, what);
  };

const number = shaped(Number.isFinite, "a number");
const count = shaped(isCount, "a non-negative integer");
const names = shaped(isTextList, "a list of strings");
const schemas: Shape = (operand, walk, place) => {
  if (!Array.isArray(operand) || operand.length === 0) throw fail(place, "a list of schemas");
  for (const [i, one] of operand.entries()) walkSchema(one, walk, childLocation(place, String(i)));
};
const schemaOrSchemas: Shape = (operand, ...rest) => (Array.isArray(operand) ? schemas : walkSchema)(operand, ...rest);
const schemaOrNames: Shape = (operand, ...rest) => (Array.isArray(operand) ? names : walkSchema)(operand, ...rest);
const named =
  (each: Shape): Shape =>
  (operand, walk, place) => {
    if (!isRecord(operand)) throw fail(place, "an object");
    for (const [name, one] of Object.entries(operand)) each(one, walk, childLocation(place, name));
  };

const shapes = new Map<string, Shape>(
  Object.entries({
    $ref: checkReference,
    type: shaped(
      (type) => isType(type) || (Array.isArray(type) && type.length > 0 && type.every(isType)),
      `one of ${typeNames.join(", ")}, or a list of them`,
    ),
    enum: shaped(Array.isArray, "a list"),
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: shaped((value) => Number.isFinite(value) && Number(value) > 0, "a number greater than 0"),
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    minProperties: count,
    maxProperties: count,
    required: names,
    items: schemaOrSchemas,
    prefixItems: schemas,
    additionalItems: walkSchema,
    contains: walkSchema,
    properties: named(walkSchema),
    patternProperties: named(walkSchema),
    additionalProperties: walkSchema,
    propertyNames: walkSchema,
    dependencies: named(schemaOrNames),
    dependentRequired: named(names),
    dependentSchemas: named(walkSchema),
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: walkSchema,
    if: walkSchema,
    else: walkSchema,
    definitions: named(walkSchema),
    $defs: named(walkSchema),
  } satisfies Record<string, Shape>),
).set("then", walkSchema);

function walkSchema(schema: unknown, walk: Walk, place: SchemaLocation): void {
  if (typeof schema === "boolean") return;
  if (!isRecord(schema)) throw fail(place, "a schema: an object, true or false");
  walk.left -= 1;
  if (walk.left < 0) throw new SchemaProblem("It is too large. Describe fewer or simpler fields.");
  if (place.depth > maxDepth) throw new SchemaProblem(`It is nested deeper than ${maxDepth} levels. Make it flatter.`);
  for (const [key, operand] of Object.entries(schema))
    shapes.get(key)?.(operand, walk, { ...childLocation(place, key), depth: place.depth + 1 });
}

function checkReference(reference: unknown, walk: Walk, place: SchemaLocation): void {
  if (typeof reference !== "string") throw fail(place, "a string");
  if (!reference.startsWith("#"))
    throw new SchemaProblem(`It contains the external reference ${reference}. Inline it.`);
  if (place.references.includes(reference))
    throw new SchemaProblem(`It contains the circular reference ${reference}. Remove the cycle.`);
  const target = resolvePointer(walk.root, reference);
  if (target === undefined) throw new SchemaProblem(`It contains the reference ${reference}, which doesn't exist.`);
  walkSchema(target, walk, { ...place, references: [...place.references, reference] });
}

/** Why this is not a valid schema for a tool's arguments, as a message for its author. */
export function findParametersProblem(parameters: unknown): string | undefined {
  if (!isRecord(parameters)) return "Enter a JSON Schema object.";
  if (parameters.type !== "object") return "The schema's “type” must be “object”.";
  return findSchemaProblem(parameters);
}

/** Why this is not a supported JSON Schema, as a message for its author. */
export function findSchemaProblem(schema: unknown): string | undefined {
  if (!isRecord(schema)) return "Enter a JSON Schema object.";
  if (JSON.stringify(schema).length > maxLength) return "Use up to 32 KB for the schema.";
  try {
    walkSchema(schema, { root: schema, left: maxWeight }, { path: [], references: [], depth: 0 });
    return undefined;
  } catch (error) {
    if (error instanceof SchemaProblem) return error.message;
    throw error;
  }
}
