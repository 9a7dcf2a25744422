import { isRecord } from "@/lib/utils/json/is-object";

export interface ArgumentField {
  name: string;
  type: "string" | "number" | "boolean";
  help: string | undefined;
  required: boolean;
  /** The allowed values; undefined: any. */
  options: string[] | undefined;
}

type Schema = Record<string, unknown>;

const types: Record<string, ArgumentField["type"]> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
};

/** Returns a field for each argument; undefined if some are not text, number or boolean, which need JSON. */
export function toArgumentFields(schema: Schema, args: Schema): ArgumentField[] | undefined {
  const { properties, required = [] } = schema;
  if (schema.type !== "object" || !isRecord(properties)) return undefined;
  const fields = Object.entries(properties).map(([name, one]): ArgumentField | undefined => {
    const { type, description, enum: choices } = isRecord(one) ? one : {};
    const fieldType = typeof type === "string" ? types[type] : undefined;
    if (!fieldType) return undefined;
    const options = Array.isArray(choices) && choices.every((each) => typeof each === "string") ? choices : undefined;
    const help = typeof description === "string" ? description : undefined;
    return { name, type: fieldType, help, required: Array.isArray(required) && required.includes(name), options };
  });
  const all = fields.filter((field) => field !== undefined);
  const named = new Set(all.map(({ name }) => name));
  const isComplete =
    all.length === fields.length && all.length > 0 && Object.keys(args).every((name) => named.has(name));
  const typesMatch = all.every(({ name, type }) => args[name] === undefined || typeof args[name] === type);
  return isComplete && typesMatch ? all : undefined;
}

/** Parses a JSON object. Returns an error message if the text is not one. */
export function readArguments(text: string): { args: Schema } | { problem: string } {
  try {
    const args: unknown = JSON.parse(text);
    return isRecord(args) ? { args } : { problem: "Enter an object: { … }." };
  } catch {
    return { problem: "Invalid JSON." };
  }
}
