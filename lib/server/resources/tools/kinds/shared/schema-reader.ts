import { isObject } from "../../../../../utils/json/is-object.ts";
import { truncate } from "../../../../../utils/text/truncate.ts";
import { mergeAllOf } from "./merge-all-of.ts";
import { getOwn, resolvePointer } from "./pointers.ts";
import { isSmall, maxText, shorten } from "./small-values.ts";

/** A JSON Schema that models and Ajv accept: draft 7, without references, patterns and formats. */
export type ModelSchema = Record<string, unknown>;

const maxDepth = 20;
const maxOptions = 50;
const maxValues = 200;

const valuesPerEntry = 10;
const maxTypes = 20;
const maxProblems = 20;
const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;
const counts = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] as const;

const getReferenceName = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

/**
 * Rewrites foreign schemas (of an OpenAPI document or MCP server) with the supported features. References are inlined; cycles
 * and excessive depth or size become an open schema and a message in `problems`.
 */
export class SchemaReader {
  readonly problems = new Set<string>();
  readonly #root: unknown;
  #left: number;

  /** `maxEntries`: limit on schemas. Ten enum values count as one. */
  constructor(root: unknown, maxEntries = 2_000) {
    this.#root = root;
    this.#left = maxEntries;
  }

  /** Follows references; undefined, with a problem, for broken ones. */
  resolve(value: unknown): unknown {
    let at = value;
    for (let hops = 0; ; hops += 1) {
      const reference = getOwn(at, "$ref");
      if (typeof reference !== "string") return at;
      at = hops < maxDepth ? this.#target(reference) : undefined;
      if (at === undefined) return undefined;
    }
  }

  read(schema: unknown, depth = 0, stack: readonly string[] = []): ModelSchema {
    if (!this.#spend(1)) return {};
    if (depth > maxDepth)
      return this.#open(`The schema is nested deeper than ${maxDepth} levels. Deeper levels aren't described.`);
    if (!isObject(schema)) return {};
    const reference = getOwn(schema, "$ref");
    if (typeof reference === "string") return this.#referred(schema, reference, depth, stack);
    const below = (inner: unknown) => this.read(inner, depth + 1, stack);
    const written: ModelSchema = { ...this.#plain(schema), ...this.#object(schema, below) };
    const items = getOwn(schema, "items");
    if (isObject(items)) written.items = Array.isArray(items) ? {} : below(items);
    for (const name of ["anyOf", "oneOf"]) {
      const options = this.#options(getOwn(schema, name)).map(below);
      // Foreign oneOfs often overlap.
      if (options.length > 0) written.anyOf = options;
    }
    return mergeAllOf(written, this.#options(getOwn(schema, "allOf")).map(below));
  }

  #problem(problem: string): void {
    if (this.problems.size < maxProblems) this.problems.add(problem);
  }

  #open(problem: string): ModelSchema {
    this.#problem(problem);
    return {};
  }

  /** False, with a problem, when the limit is exceeded. */
  #spend(entries: number): boolean {
    this.#left -= entries;
    if (this.#left >= 0) return true;
    this.#problem("The schema is too large. Parts of it aren't described.");
    return false;
  }

  /** Properties are counted individually when they are read. */
  #hasRoomFor(properties: number): boolean {
    return properties <= this.#left || this.#spend(properties);
  }

  #target(reference: string): unknown {
    if (!reference.startsWith("#/") && reference !== "#") {
      this.#problem(`“${truncate(reference, 100)}” is outside the document and can't be read.`);
      return undefined;
    }
    const found = resolvePointer(this.#root, reference);
    if (found === undefined) this.#problem(`“${truncate(reference, 100)}” doesn't exist in the document.`);
    return found;
  }

  #referred(schema: Record<string, unknown>, reference: string, depth: number, stack: readonly string[]): ModelSchema {
    if (stack.includes(reference))
      return this.#open(
        `“${truncate(getReferenceName(reference), 100)}” contains itself. Its inner levels aren't described.`,
      );
    const target = this.#target(reference);
    if (target === undefined) return {};
    const description = getOwn(schema, "description");
    const read = this.read(target, depth + 1, [...stack, reference]);
    return typeof description === "string" ? { ...read, description: truncate(description, maxText) } : read;
  }

  #options(value: unknown): unknown[] {
    if (!Array.isArray(value)) return [];
    if (value.length > maxOptions) this.#problem(`Only the first ${maxOptions} alternatives are used.`);
    return value.slice(0, maxOptions);
  }

  #plain(schema: Record<string, unknown>): ModelSchema {
    const written: ModelSchema = {};
    const said = getOwn(schema, "description");
    const hints = ["format", "pattern"].flatMap((name) => {
      const value = getOwn(schema, name);
      // Ajv would run a foreign pattern, which can take forever.
      return typeof value === "string" && value.length <= 200 ? [`${name} ${value}`] : [];
    });
    const texts = [typeof said === "string" ? shorten(said) : "", hints.join(", ")].filter(Boolean);
    if (texts.length > 0) written.description = texts.join(" — ");
    const type = toTypes(schema);
    if (type) written.type = type;
    const values = getOwn(schema, "enum");
    // Longer enums do not help a model, and would be traversed for each reference.
    if (Array.isArray(values) && values.length <= maxValues && this.#spend(values.length / valuesPerEntry)) {
      const distinct = [...new Map(values.filter(isSmall).map((value) => [JSON.stringify(value), value])).values()];
      if (distinct.length > 0) written.enum = distinct;
    }
    if (Object.hasOwn(schema, "const") && isSmall(schema.const)) written.const = schema.const;
    const preset = getOwn(schema, "default");
    if (preset !== undefined && isSmall(preset)) written.default = preset;
    for (const name of bounds) if (Number.isFinite(getOwn(schema, name))) written[name] = schema[name];
    for (const [flag, bound] of [
      ["exclusiveMinimum", "minimum"],
      ["exclusiveMaximum", "maximum"],
    ] as const) {
      if (getOwn(schema, flag) !== true || written[bound] === undefined) continue;
      written[flag] = written[bound];
      delete written[bound];
    }
    for (const name of counts) {
      const count = getOwn(schema, name);
      if (typeof count === "number" && Number.isInteger(count) && count >= 0) written[name] = count;
    }
    return written;
  }

  #object(schema: Record<string, unknown>, below: (inner: unknown) => ModelSchema): ModelSchema {
    const written: ModelSchema = {};
    const properties = getOwn(schema, "properties");
    if (isObject(properties) && this.#hasRoomFor(Object.keys(properties).length)) {
      const kept = Object.entries(properties).filter(([name, inner]) => {
        if (name === "__proto__") this.#problem("A property named “__proto__” is omitted.");
        return name !== "__proto__" && getOwn(this.resolve(inner), "readOnly") !== true && this.#left > 0;
      });
      written.properties = Object.fromEntries(kept.map(([name, inner]) => [name, below(inner)]));
      const required = getOwn(schema, "required");
      const names = new Set(kept.map(([name]) => name));
      const needed =
        Array.isArray(required) && this.#spend(required.length / valuesPerEntry)
          ? [...new Set(required.filter((name) => names.has(name)))]
          : [];
      if (needed.length > 0) written.required = needed;
      if (written.type === undefined && getOwn(schema, "type") === undefined) written.type = "object";
    }
    const others = getOwn(schema, "additionalProperties");
    if (typeof others === "boolean") written.additionalProperties = others;
    else if (isObject(others)) written.additionalProperties = below(others);
    return written;
  }
}

/** Converts OpenAPI 3.0's `nullable` to JSON Schema. */
function toTypes(schema: Record<string, unknown>): string | string[] | undefined {
  const type = getOwn(schema, "type");
  const named = (Array.isArray(type) ? type.slice(0, maxTypes) : [type]).filter(
    (one): one is string => typeof one === "string" && types.has(one),
  );
  const all = [...new Set(named)];
  if (all.length > 0 && getOwn(schema, "nullable") === true && !all.includes("null")) all.push("null");
  return all.length > 1 ? all : all[0];
}
