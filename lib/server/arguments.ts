import type { JSONSchema7 } from "@ai-sdk/provider";
import Ajv, { type ErrorObject } from "ajv";
import { cutText } from "@/lib/utils/cut-text";
import { isNamed } from "@/lib/utils/is-object";

const bytesMost = 32 * 1024;
const weightMost = 2_000;
const saidMost = 10;

type Schema = Record<string, unknown>;

/** Keywords whose cost a schema's writer could choose: a pattern can take for ever on a short text. */
const costly = new Set(["pattern", "patternProperties", "format", "uniqueItems"]);
/** Below these lie names, not keywords. */
const named = new Set(["properties", "$defs", "definitions", "dependentSchemas"]);
/** Below these lie values. */
const values = new Set(["const", "enum", "default", "examples"]);

/** The schema without what could cost more than it is worth to check; models still see it whole. */
function cheap(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(cheap);
  if (!isNamed(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !costly.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (values.has(key)) return [key, value];
      if (!named.has(key) || !isNamed(value)) return [key, cheap(value)];
      return [key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cheap(inner)]))];
    }),
  );
}

// Not one for all: it would keep every schema that it has ever seen.
const validator = () =>
  new Ajv({ strict: false, allErrors: true, addUsedSchema: false, validateFormats: false, logger: false });

/** Why arguments do not fit a schema that was checked when it was saved. */
export function argumentsProblem(parameters: JSONSchema7, input: unknown): string | undefined {
  const misfit = misfitOf(parameters, input);
  return misfit && `The arguments do not fit: ${misfit}.`;
}

/** One error for who reads it, a person or a model: `"address.town" is missing`. */
function sentenceOf({ instancePath, keyword, params, message }: ErrorObject): string {
  const path = instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const called = (...more: unknown[]): string => `"${[...path, ...more].join(".")}"`;
  if (keyword === "required") return `${called(params.missingProperty)} is missing`;
  if (keyword === "additionalProperties") return `${called(params.additionalProperty)} is not asked for`;
  const said =
    keyword === "enum" ? `must be one of ${cutText(JSON.stringify(params.allowedValues).slice(1, -1), 200)}` : message;
  return path.length > 0 ? `${called()} ${said}` : `the whole ${said}`;
}

/** Where a value does not fit a schema that was checked when it was saved. */
export function misfitOf(schema: JSONSchema7, value: unknown): string | undefined {
  const ajv = validator();
  const check = ajv.compile(cheap(schema) as JSONSchema7);
  if (check(value)) return undefined;
  const said = (check.errors ?? []).slice(0, saidMost).map(sentenceOf);
  return [...new Set(said)].join(", ");
}

class SchemaProblem extends Error {}

function pointed(root: Schema, ref: string): unknown {
  if (!ref.startsWith("#"))
    throw new SchemaProblem(`It refers to ${ref}, which lies outside of it. Write it in place.`);
  const path = ref.slice(1).split("/").slice(1);
  const found = path.reduce<unknown>((at, part) => {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    return isNamed(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, root);
  if (found === undefined) throw new SchemaProblem(`It refers to ${ref}, which is not there.`);
  return found;
}

/** Counts the schema with everything that it refers to in place; one that refers to itself has no end. */
function weigh(root: Schema, at: unknown, within: readonly string[], left: { weight: number }): void {
  if (Array.isArray(at)) for (const one of at) weigh(root, one, within, left);
  if (!isNamed(at)) return;
  left.weight -= 1;
  if (left.weight < 0) throw new SchemaProblem("It is too large. Describe fewer or simpler fields.");
  for (const [key, value] of Object.entries(at)) {
    if (values.has(key)) continue;
    if (key !== "$ref" || typeof value !== "string") weigh(root, value, within, left);
    else if (within.includes(value))
      throw new SchemaProblem(`It refers to itself at ${value}. Write it without a loop.`);
    else weigh(root, pointed(root, value), [...within, value], left);
  }
}

/** Why this is no schema of arguments that a tool can have: a sentence for its writer. */
export function parametersProblem(parameters: unknown): string | undefined {
  if (!isNamed(parameters)) return "Write a JSON Schema object.";
  if (parameters.type !== "object") return 'A model fills in an object: the schema\'s "type" must be "object".';
  return schemaProblem(parameters);
}

/** Why this is no JSON Schema that something can be checked by: a sentence for its writer. */
export function schemaProblem(schema: unknown): string | undefined {
  if (!isNamed(schema)) return "Write a JSON Schema object.";
  if (JSON.stringify(schema).length > bytesMost) return "Use at most 32 KB for the schema.";
  try {
    weigh(schema, schema, [], { weight: weightMost });
    validator().compile(cheap(schema) as JSONSchema7);
    return undefined;
  } catch (error) {
    if (error instanceof SchemaProblem) return error.message;
    return `This is no JSON Schema: ${(error instanceof Error ? error.message : String(error)).slice(0, 300)}.`;
  }
}
