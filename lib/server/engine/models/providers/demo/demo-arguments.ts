import type { JSONObject, JSONSchema7, JSONSchema7Definition, JSONValue } from "@ai-sdk/provider";
import { formFields } from "./demo-words";

const maxDepth = 6;
const formats: Record<string, string> = {
  date: "2025-01-31",
  "date-time": "2025-01-31T12:00:00Z",
  time: "12:00:00",
  email: "ada@example.test",
  uri: "https://example.test/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** Values from the question to fill fields: quoted texts, then the whole question; and its numbers. */
interface Material {
  text: string;
  quoted: string[];
  numbers: number[];
  /** What a person has entered into a form, by label. */
  fields: Map<string, string>;
  root: JSONSchema7;
}

/** Generates arguments that match a JSON Schema, deterministically from the question. */
export function createDemoArguments(schema: JSONSchema7, question: string): JSONValue {
  const quoted = [...question.matchAll(/["“”]([^"“”]{1,200})["“”]/g)].map(([, text = ""]) => text);
  const numbers = (question.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  return createValue(
    schema,
    { text: question.trim().slice(0, 500), quoted, numbers, fields: formFields(question), root: schema },
    0,
  );
}

function resolveSchema(schema: JSONSchema7Definition | undefined, root: JSONSchema7): JSONSchema7 {
  if (typeof schema !== "object") return {};
  const name = /^#\/(?:\$defs|definitions)\/(.+)$/.exec(schema.$ref ?? "")?.[1];
  const found = name === undefined ? undefined : (root.$defs?.[name] ?? root.definitions?.[name]);
  const alternative = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  const target = found ?? alternative;
  return typeof target === "object" ? { ...schema, ...target } : schema;
}

function createValue(definition: JSONSchema7Definition | undefined, material: Material, depth: number): JSONValue {
  const schema = resolveSchema(definition, material.root);
  const fixed = schema.const ?? schema.default ?? schema.enum?.[0];
  if (fixed !== undefined) return fixed as JSONValue;
  const type = Array.isArray(schema.type) ? schema.type.find((name: string) => name !== "null") : schema.type;
  if (type === "object" || schema.properties) return createObject(schema, material, depth);
  if (type === "array") return createList(schema, material, depth);
  if (type === "integer" || type === "number") return createNumber(schema, material, type);
  if (type === "boolean") return true;
  if (type === "null") return null;
  return createText(schema, material);
}

function createObject(schema: JSONSchema7, material: Material, depth: number): JSONObject {
  const { properties = {}, required } = schema;
  if (depth > maxDepth) return {};
  const names = Object.keys(properties).filter((name) => !required || required.includes(name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      fromForm(properties[name], material, name) ?? createValue(properties[name], material, depth + 1),
    ]),
  );
}

/** The entered value of a form's field with the property's name, if it fits. */
function fromForm(definition: JSONSchema7Definition | undefined, { fields, root }: Material, name: string) {
  const entered = fields.get(name.toLowerCase());
  if (entered === undefined) return undefined;
  const { type, enum: allowed } = resolveSchema(definition, root);
  const value = type === "number" || type === "integer" ? Number(entered) : entered;
  if (Number.isNaN(value) || (type !== "string" && typeof value === "string")) return undefined;
  return allowed && !allowed.includes(value) ? undefined : value;
}

function createList({ items, minItems = 1 }: JSONSchema7, material: Material, depth: number): JSONValue[] {
  if (depth > maxDepth) return [];
  const length = Math.min(Math.max(minItems, 1), 10);
  return Array.from({ length }, (_, i) => createValue(Array.isArray(items) ? items[i] : items, material, depth + 1));
}

function createNumber({ minimum = -1e9, maximum = 1e9 }: JSONSchema7, { numbers }: Material, type: string): number {
  const value = Math.min(Math.max(numbers.shift() ?? 1, minimum), maximum);
  return type === "integer" ? Math.round(value) : value;
}

function createText({ format, minLength = 0, maxLength = 500 }: JSONSchema7, { quoted, text }: Material): string {
  const example = format ? formats[format] : undefined;
  return (example ?? quoted.shift() ?? (text || "demo")).slice(0, maxLength).padEnd(Math.min(minLength, 500), "·");
}
