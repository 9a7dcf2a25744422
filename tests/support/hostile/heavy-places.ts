import type { Json } from "./from-schema";

export type Path = (string | number)[];

/** Where in a body something stands, with what has to stand around it for the schema to look there. */
export interface Place {
  path: Path;
  schema: Json;
  around: [path: Path, value: unknown][];
}

const deepest = 6;

/** Every place of a schema, those in the first item of a list and in one key of a record too. */
export function placesOf(schema: Json, path: Path = [], around: Place["around"] = []): Place[] {
  if (path.length > deepest) return [];
  const inside = (part: Json, key: string | number) => placesOf(part, [...path, key], around);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const record = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  return [
    ...(path.length > 0 && choices.length === 0 ? [{ path, schema, around }] : []),
    ...choices.flatMap((one) => placesOf(one, path, one.properties ? [...around, [path, exampleOf(one)]] : around)),
    ...(schema.allOf ?? []).flatMap((one) => placesOf(one, path, around)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => inside(part, name)),
    ...(schema.items ? inside(schema.items, 0) : []),
    ...(record ? inside(record, "key") : []),
  ];
}

/** Something small that mostly fits the schema. */
export function exampleOf(schema: Json): unknown {
  const { anyOf = [], oneOf = [], properties = {}, required = [] } = schema;
  const [choice] = [...anyOf, ...oneOf];
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (choice) return exampleOf(choice);
  if (schema.format === "email") return "ada@example.test";
  if (schema.format === "uri") return "http://127.0.0.1:9/";
  if (schema.type === "string") return "a".repeat(schema.minLength ?? 1);
  if (schema.type === "number" || schema.type === "integer") return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === "boolean") return true;
  if (schema.type === "array") return [];
  if (schema.type !== "object") return null;
  const needed = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(needed.map(([name, part]) => [name, exampleOf(part)]));
}

/** The value with another part at the path; what is missing on the way is made. */
export function withPart(value: unknown, [key, ...rest]: Path, part: unknown): unknown {
  if (key === undefined) return part;
  if (typeof key === "number") {
    const list = Array.isArray(value) ? [...value] : [];
    list[key] = withPart(list[key], rest, part);
    return list;
  }
  const object = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  return { ...object, [key]: withPart((object as Record<string, unknown>)[key], rest, part) };
}
