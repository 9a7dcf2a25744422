import { z } from "zod";
import { isNamed } from "@/lib/utils/is-object";
import { isMaskOf, maskSecret } from "../crypto/mask";
import { AppError } from "../http/errors";
import type { JsonSchema } from "./types";

type Config = Record<string, unknown>;

const schemasIn = (list: unknown): JsonSchema[] => (Array.isArray(list) ? list.filter(isNamed) : []);

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * For a form: fields numbered in their order, as JSON's own does not survive every store, and titles that begin like labels
 * instead of like words in a sentence.
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

/** JSON Schema (draft 7) of the settings as a person enters them. */
export const specificationOf = (settings: z.ZodType): JsonSchema =>
  numbered(z.toJSONSchema(settings, { target: "draft-7", io: "input", unrepresentable: "any" }));

/** A form's empty fields are absent ones. */
export const withoutBlanks = (config: Config): Config =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== "" && value !== null)
      .map(([name, value]) => [name, isNamed(value) ? withoutBlanks(value) : value]),
  );

/** The paths of all secret fields, of every alternative too. */
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

export function valueAt(config: Config, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isNamed(at) && Object.hasOwn(at, name) ? at[name] : undefined), config);
}

function replaced(config: Config, path: readonly string[], value: unknown): Config {
  const [name, ...rest] = path;
  if (name === undefined) return config;
  const inner = config[name];
  return { ...config, [name]: rest.length === 0 ? value : replaced(isNamed(inner) ? inner : {}, rest, value) };
}

/** The secrets of a config passed through a function: sealed, opened, masked. */
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

/** What a read shows of a config. */
export const maskSettings = (schema: JsonSchema, config: Config): Config => mapSecrets(schema, config, maskSecret);

/** The secret values of an open config, to be cut out of messages. */
export function secretsIn(schema: JsonSchema, config: Config): string[] {
  const found: string[] = [];
  mapSecrets(schema, config, (secret) => {
    found.push(secret);
    return secret;
  });
  return found;
}

/**
 * The config that a form means: a secret that is absent or its own mask keeps the stored one, unless one of the
 * addresses that secrets go to changed; then it must be entered again (400 at the field).
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
