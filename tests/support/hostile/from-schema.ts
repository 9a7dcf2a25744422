import { z } from "zod";
import { choose, type Random, whole } from "./random-choice";
import { hostileNumber, hostileText, hostileValue } from "./values";

export interface Json {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  properties?: Record<string, Json>;
  required?: string[];
  additionalProperties?: Json | boolean;
  propertyNames?: Json;
  items?: Json;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export const jsonSchemaOf = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;

/** Names that some schema's free-form record means something by; a random key would never get that far. */
const knownKeys = ["api_key", "base_url", "org_id", "groq_api_key", "temperature", "project", "credentials", "topic"];

function text(random: Random, { format, minLength = 0, maxLength = 60 }: Json): string {
  if (format === "email") return `${whole(random, 0, 10 ** 9)}@example.test`;
  if (random() < 0.4) return hostileText(random);
  const length = whole(random, minLength, Math.min(maxLength, minLength + 40));
  return "Some ordinary words, as people write them. ".repeat(5).slice(0, length);
}

function number(random: Random, { type, minimum = -1e6, maximum = 1e6 }: Json): number {
  if (random() < 0.3) return hostileNumber(random);
  // The edges more often than chance would have it.
  const at = choose(random, [minimum, maximum, minimum + random() * (maximum - minimum)]);
  return type === "integer" ? Math.round(at) : at;
}

function object(random: Random, { properties = {}, required = [], additionalProperties }: Json): object {
  const entries = Object.entries(properties)
    .filter(([name]) => random() < (required.includes(name) ? 0.97 : 0.6))
    .map(([name, schema]) => [name, draw(random, schema)]);
  if (typeof additionalProperties === "object" && Object.keys(properties).length === 0)
    for (let i = whole(random, 0, 4); i > 0; i -= 1) {
      const key = random() < 0.6 ? choose(random, knownKeys) : hostileText(random);
      entries.push([key, draw(random, additionalProperties)]);
    }
  if (random() < 0.1) entries.push([hostileText(random), hostileValue(random)]);
  return Object.fromEntries(entries);
}

/** A value that mostly fits the schema, and in one of some twenty places does not. */
export function draw(random: Random, schema: Json): unknown {
  if (random() < 0.06) return hostileValue(random);
  if (schema.anyOf) return draw(random, choose(random, schema.anyOf));
  if (schema.enum) return choose(random, schema.enum);
  if ("const" in schema) return schema.const;
  switch (schema.type) {
    case "string":
      return text(random, schema);
    case "number":
    case "integer":
      return number(random, schema);
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    case "array":
      return Array.from({ length: whole(random, 0, random() < 0.1 ? 120 : 3) }, () => draw(random, schema.items ?? {}));
    case "object":
      return object(random, schema);
    default:
      return hostileValue(random);
  }
}

/** The value with one to three of its parts replaced, removed or added. */
export function mutated(random: Random, value: unknown): unknown {
  let result = value;
  for (let i = whole(random, 1, 3); i > 0; i -= 1) result = mutatedOnce(random, result);
  return result;
}

function mutatedOnce(random: Random, value: unknown): unknown {
  if (typeof value !== "object" || value === null || random() < 0.05) return hostileValue(random);
  if (Array.isArray(value)) {
    const at = whole(random, 0, value.length);
    return [
      ...value.slice(0, at),
      random() < 0.5 && at < value.length ? mutatedOnce(random, value[at]) : hostileValue(random),
      ...value.slice(at + 1),
    ];
  }
  const keys = Object.keys(value);
  if (keys.length === 0 || random() < 0.15) return { ...value, [hostileText(random)]: hostileValue(random) };
  const key = choose(random, keys);
  const { [key]: part, ...rest } = value as Record<string, unknown>;
  if (random() < 0.15) return rest;
  return { ...rest, [key]: mutatedOnce(random, typeof part === "object" ? part : undefined) };
}
