import { z } from "zod";
import { isNamed } from "@/lib/utils/json/is-object";
import { isMaskOf, maskSecret } from "../../../platform/crypto/mask";
import { AppError } from "../../../platform/errors/errors";
import type { JsonSchema } from "./types";

type Config = Record<string, unknown>;

const schemasIn = (list: unknown): JsonSchema[] => (Array.isArray(list) ? list.filter(isNamed) : []);

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * Prepares a schema for a form: fields are numbered, because not every store preserves JSON's order, and titles are
 * capitalized.
 */
function numbered(schema: JsonSchema): JsonSchema {
  const properties = isNamed(schema.properties) ? Object.entries(schema.properties) : [];
  properties.forEach(([, field], order) => {
    if (!isNamed(field)) return;
    field["x-order"] = order;
    if (typeof field.title === "string") field.title = capital(field.title);
    numbered(field);
  });
  for (const one of [...schemasIn(schema.oneOf), ...schemasIn(schema.anyOf)]) numbered(one);
  return schema;
}

/** JSON Schema (draft 7) of the settings. */
export const specificationOf = (settings: z.ZodType): JsonSchema =>
  numbered(z.toJSONSchema(settings, { target: "draft-7", io: "input", unrepresentable: "any" }));

/** Removes empty form fields. */
export const withoutBlanks = (config: Config): Config =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== "" && value !== null)
      .map(([name, value]) => [name, isNamed(value) ? withoutBlanks(value) : value]),
  );

/** Paths of all secret fields, including those of all variants. */
export function secretPaths(schema: JsonSchema, at: readonly string[] = []): string[][] {
  const own = Object.entries(isNamed(schema.properties) ? schema.properties : {}).flatMap(([name, field]) => {
    if (!isNamed(field)) return [];
    const path = [...at, name];
    return field.format === "password" ? [path] : secretPaths(field, path);
  });
  const others = [...schemasIn(schema.oneOf), ...schemasIn(schema.anyOf), ...schemasIn(schema.allOf)];
  const all = [...own, ...others.flatMap((one) => secretPaths(one, at))];
  return [...new Map(all.map((path) => [path.join("."), path])).values()];
}

function valueAt(config: Config, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isNamed(at) && Object.hasOwn(at, name) ? at[name] : undefined), config);
}

function replaced(config: Config, path: readonly string[], value: unknown): Config {
  const [name, ...rest] = path;
  if (name === undefined) return config;
  const inner = config[name];
  return { ...config, [name]: rest.length === 0 ? value : replaced(isNamed(inner) ? inner : {}, rest, value) };
}

/** Maps a config's secrets: sealing, opening, masking. */
export function mapSecrets(
  schema: JsonSchema,
  config: Config,
  change: (secret: string, path: string) => string,
): Config {
  return secretPaths(schema).reduce((changed, path) => {
    const secret = valueAt(changed, path);
    return typeof secret === "string" && secret !== ""
      ? replaced(changed, path, change(secret, path.join(".")))
      : changed;
  }, config);
}

/** The config with masked secrets. */
export const maskSettings = (schema: JsonSchema, config: Config): Config => mapSecrets(schema, config, maskSecret);

/** The secrets of an open config, to be redacted from messages. */
export function secretsIn(schema: JsonSchema, config: Config): string[] {
  const found: string[] = [];
  mapSecrets(schema, config, (secret) => {
    found.push(secret);
    return secret;
  });
  return found;
}

/**
 * Merges a submitted config with the stored one: a secret that is absent or masked keeps its stored value, unless a setting
 * that determines its destination changed; then it must be entered again (400 at the field).
 */
export function mergeSettings(
  { specification, addresses }: { specification: JsonSchema; addresses: readonly string[] },
  sent: Config,
  stored: Config,
): Config {
  const moved = addresses.some((address) => {
    const path = address.split(".");
    return JSON.stringify(valueAt(sent, path) ?? null) !== JSON.stringify(valueAt(stored, path) ?? null);
  });
  return secretPaths(specification).reduce((merged, path) => {
    const old = valueAt(stored, path);
    const given = valueAt(sent, path);
    if (typeof old !== "string" || old === "") return merged;
    if (given !== undefined && given !== "" && !(typeof given === "string" && isMaskOf(given, old))) return merged;
    if (!moved) return replaced(merged, path, old);
    const message = "Enter this again: it would go to a new address.";
    throw new AppError("invalid", message, { issues: [{ path: `config.${path.join(".")}`, message }] });
  }, sent);
}
