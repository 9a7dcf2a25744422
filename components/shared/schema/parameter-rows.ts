import { isRecord } from "@/lib/utils/json/is-object";

/** A parameter as a row of the form. */
export interface ParameterRow {
  name: string;
  type: ParameterType;
  description: string;
  required: boolean;
  /** Of type `choice`. */
  options: string[];
}

export const parameterTypes = [
  { value: "string", label: "Text" },
  { value: "number", label: "Number" },
  { value: "integer", label: "Integer" },
  { value: "boolean", label: "Boolean" },
  { value: "choice", label: "Enum" },
  { value: "texts", label: "List of strings" },
  { value: "numbers", label: "List of numbers" },
] as const;
export type ParameterType = (typeof parameterTypes)[number]["value"];

type Schema = Record<string, unknown>;
const only = (schema: Schema, ...keys: string[]): boolean => Object.keys(schema).every((key) => keys.includes(key));

function parameterType(schema: Schema): Pick<ParameterRow, "type" | "options"> | null {
  const { type, enum: given, items } = schema;
  if (type === "string" && Array.isArray(given)) {
    const options = given.filter((one): one is string => typeof one === "string");
    return options.length === given.length && only(schema, "type", "enum", "description")
      ? { type: "choice", options }
      : null;
  }
  if (type === "array" && isRecord(items) && only(items, "type") && only(schema, "type", "items", "description")) {
    if (items.type === "string") return { type: "texts", options: [] };
    return items.type === "number" ? { type: "numbers", options: [] } : null;
  }
  if (!only(schema, "type", "description")) return null;
  const plain = ["string", "number", "integer", "boolean"] as const;
  const found = plain.find((one) => one === type);
  return found ? { type: found, options: [] } : null;
}

/** Returns the rows of a schema; null if the form cannot represent it. */
export function toRows(schema: unknown): ParameterRow[] | null {
  if (!isRecord(schema) || schema.type !== "object") return null;
  if (!only(schema, "type", "properties", "required", "additionalProperties")) return null;
  const { properties = {}, required = [], additionalProperties = false } = schema;
  if (!isRecord(properties) || !Array.isArray(required) || additionalProperties !== false) return null;
  const rows = Object.entries(properties).map(([name, property]): ParameterRow | null => {
    if (!isRecord(property)) return null;
    const { description = "" } = property;
    const parsedType = parameterType(property);
    if (!parsedType || typeof description !== "string") return null;
    return { name, description, required: required.includes(name), ...parsedType };
  });
  return rows.every((row) => row !== null) ? rows : null;
}

function toProperty({ type, description, options }: ParameterRow): Schema {
  const descriptionPart = description.trim() ? { description: description.trim() } : {};
  if (type === "choice") return { type: "string", enum: options, ...descriptionPart };
  if (type === "texts") return { type: "array", items: { type: "string" }, ...descriptionPart };
  if (type === "numbers") return { type: "array", items: { type: "number" }, ...descriptionPart };
  return { type, ...descriptionPart };
}

/** Returns the schema of the rows. Of two rows with the same name the last counts; rows without a name are skipped. */
export function toSchema(rows: readonly ParameterRow[]): Schema {
  const named = rows.filter(({ name }) => name.trim() !== "");
  const required = [...new Set(named.filter((row) => row.required).map(({ name }) => name.trim()))];
  return {
    type: "object",
    properties: Object.fromEntries(named.map((row) => [row.name.trim(), toProperty(row)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

const samples: Record<string, unknown> = { string: "", number: 0, integer: 0, boolean: false, array: [], object: {} };

/** Returns sample arguments for a test. */
export function buildSample(schema: unknown): Record<string, unknown> {
  const { properties = {} } = isRecord(schema) ? schema : {};
  if (!isRecord(properties)) return {};
  const entries = Object.entries(properties).map(([name, property]) => {
    if (!isRecord(property)) return [name, null];
    const { type, enum: given, default: preset } = property;
    if (preset !== undefined) return [name, preset];
    return [name, Array.isArray(given) ? given[0] : (samples[String(type)] ?? null)];
  });
  return Object.fromEntries(entries);
}
