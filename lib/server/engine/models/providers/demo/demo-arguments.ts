import type { JSONObject, JSONSchema7, JSONSchema7Definition, JSONValue } from "@ai-sdk/provider";
import { readLines, readTaskLine, selectLines } from "./demo-lines";
import { readFacts, readTask } from "./demo-words";

const maxDepth = 6;
const formats: Record<string, string> = {
  date: "2025-01-31",
  "date-time": "2025-01-31T12:00:00Z",
  time: "12:00:00",
  email: "ada@example.test",
  uri: "https://example.test/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/**
 * Values from the question to fill fields: `given` by a form, its lines, quoted texts, the whole question; and its numbers.
 */
interface Material {
  facts: Map<string, string>;
  lines: string[] | undefined;
  /** The field to fill. */
  name?: string;
  given?: string | undefined;
  text: string;
  quoted: string[];
  numbers: number[];
  root: JSONSchema7;
}

/** Generates arguments that match a JSON Schema, deterministically from the question. */
export function createDemoArguments(schema: JSONSchema7, question: string): JSONValue {
  const quoted = [...question.matchAll(/["“”]([^"“”]{1,200})["“”]/g)].map(([, text = ""]) => text);
  const numbers = (question.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const facts = readFacts(question);
  const text = readTask(question).trim();
  const lines = [...facts].map(([label, value]) => `- ${label}: ${value}`);
  // Delegated work includes the form's values, because the other agent does not see this prompt.
  facts.set("work", [quoted[0] ?? text, ...lines].join("\n"));
  return createValue(schema, { facts, lines: readLines(question), text, quoted, numbers, root: schema }, 0);
}

function resolveSchema(schema: JSONSchema7Definition | undefined, root: JSONSchema7): JSONSchema7 {
  if (typeof schema !== "object") return {};
  const name = /^#\/(?:\$defs|definitions)\/(.+)$/.exec(schema.$ref ?? "")?.[1];
  const found = name === undefined ? undefined : (root.$defs?.[name] ?? root.definitions?.[name]);
  const alternative = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  const target = found ?? alternative;
  return typeof target === "object" ? { ...schema, ...target } : schema;
}

/** The option that the form has, otherwise the first name that the question mentions, otherwise the first one. */
const chooseOption = (options: unknown[] = [], { given, text }: Material): unknown =>
  options.find((one) => one === given) ??
  options.find((one) => typeof one === "string" && /^\p{Lu}/u.test(one) && text.includes(one)) ??
  options[0];

function createValue(definition: JSONSchema7Definition | undefined, material: Material, depth: number): JSONValue {
  const schema = resolveSchema(definition, material.root);
  const fixed = schema.const ?? schema.default ?? chooseOption(schema.enum, material);
  if (fixed !== undefined) return fixed as JSONValue;
  const type = Array.isArray(schema.type) ? schema.type.find((name: string) => name !== "null") : schema.type;
  if (type === "object" || schema.properties) return createObject(schema, material, depth);
  if (type === "array") return createList(schema, material, depth);
  if (type === "integer" || type === "number") return createNumber(schema, material, type);
  if (type === "boolean") return material.given !== "no";
  if (type === "null") return null;
  return createText(schema, material);
}

function createObject(schema: JSONSchema7, material: Material, depth: number): JSONObject {
  const { properties = {}, required } = schema;
  if (depth > maxDepth) return {};
  // A stored schema keeps the order of a list, but not that of properties.
  const names: string[] =
    required?.filter((name: string) => Object.hasOwn(properties, name)) ?? Object.keys(properties);
  return Object.fromEntries(
    names.map((name) => {
      const given = material.facts.get(name.toLowerCase());
      return [name, createValue(properties[name], { ...material, name, given }, depth + 1)];
    }),
  );
}

function createList({ items, minItems = 1 }: JSONSchema7, material: Material, depth: number): JSONValue[] {
  if (depth > maxDepth) return [];
  if (material.lines && items && !Array.isArray(items)) return createLines(items, material.lines, material, depth);
  const length = Math.min(Math.max(minItems, 1), 10);
  return Array.from({ length }, (_, i) => createValue(Array.isArray(items) ? items[i] : items, material, depth + 1));
}

/** A list from the form's lines: tasks for objects, otherwise the lines that belong in it. */
function createLines(items: JSONSchema7Definition, lines: string[], material: Material, depth: number): JSONValue[] {
  if (resolveSchema(items, material.root).type !== "object") return selectLines(lines, material.name ?? "");
  const tasks = lines.map(readTaskLine).filter((fields) => fields.length > 0);
  return tasks.map((fields) =>
    createValue(items, { ...material, lines: undefined, facts: new Map([...material.facts, ...fields]) }, depth + 1),
  );
}

function createNumber({ minimum = -1e9, maximum = 1e9 }: JSONSchema7, material: Material, type: string): number {
  const number = Number(material.given) || (material.numbers.shift() ?? 1);
  const value = Math.min(Math.max(number, minimum), maximum);
  return type === "integer" ? Math.round(value) : value;
}

function createText({ format, minLength = 0, maxLength }: JSONSchema7, { given, quoted, text }: Material): string {
  const example = format ? formats[format] : undefined;
  const value = given ?? example ?? quoted.shift() ?? (text.slice(0, 500) || "demo");
  return value.slice(0, maxLength).padEnd(Math.min(minLength, 500), "·");
}
