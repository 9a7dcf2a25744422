import { z } from "zod";
import { isRecord } from "@/lib/utils/json/is-object";
import { isMaskOf, maskSecret } from "../../../platform/crypto/mask";
import { AppError } from "../../../platform/errors/errors";
import type { JsonSchema } from "./types";

type Config = Record<string, unknown>;

const toSchemas = (list: unknown): JsonSchema[] => (Array.isArray(list) ? list.filter(isRecord) : []);

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * Prepares a schema for a form: fields are numbered, because not every store preserves JSON's order, and titles are
 * capitalized.
 */
function addFieldOrder(schema: JsonSchema): JsonSchema {
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  properties.forEach(([, field], order) => {
    if (!isRecord(field)) return;
    field["x-order"] = order;
    if (typeof field.title === "string") field.title = capitalize(field.title);
    addFieldOrder(field);
  });
  for (const variant of [...toSchemas(schema.oneOf), ...toSchemas(schema.anyOf)]) addFieldOrder(variant);
  return schema;
}

/** JSON Schema (draft 7) of the settings. */
export const toSpecification = (settings: z.ZodType): JsonSchema =>
  addFieldOrder(z.toJSONSchema(settings, { target: "draft-7", io: "input", unrepresentable: "any" }));

/** Removes empty form fields. */
export const removeBlanks = (config: Config): Config =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== "" && value !== null)
      .map(([name, value]) => [name, isRecord(value) ? removeBlanks(value) : value]),
  );

/** Paths of all secret fields, including those of all variants. */
export function findSecretPaths(schema: JsonSchema, parentPath: readonly string[] = []): string[][] {
  const ownPaths = Object.entries(isRecord(schema.properties) ? schema.properties : {}).flatMap(([name, field]) => {
    if (!isRecord(field)) return [];
    const path = [...parentPath, name];
    return field.format === "password" ? [path] : findSecretPaths(field, path);
  });
  const variants = [...toSchemas(schema.oneOf), ...toSchemas(schema.anyOf), ...toSchemas(schema.allOf)];
  const paths = [...ownPaths, ...variants.flatMap((one) => findSecretPaths(one, parentPath))];
  return [...new Map(paths.map((path) => [path.join("."), path])).values()];
}

function getValueAt(config: Config, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), config);
}

function setValueAt(config: Config, path: readonly string[], value: unknown): Config {
  const [name, ...rest] = path;
  if (name === undefined) return config;
  const nested = config[name];
  return { ...config, [name]: rest.length === 0 ? value : setValueAt(isRecord(nested) ? nested : {}, rest, value) };
}

/** Maps a config's secrets: sealing, opening, masking. */
export function mapSecrets(
  schema: JsonSchema,
  config: Config,
  change: (secret: string, path: string) => string,
): Config {
  return findSecretPaths(schema).reduce((changed, path) => {
    const secret = getValueAt(changed, path);
    return typeof secret === "string" && secret !== ""
      ? setValueAt(changed, path, change(secret, path.join(".")))
      : changed;
  }, config);
}

/** The config with masked secrets. */
export const maskSettings = (schema: JsonSchema, config: Config): Config => mapSecrets(schema, config, maskSecret);

/** The secrets of an open config, to be redacted from messages. */
export function listSecrets(schema: JsonSchema, config: Config): string[] {
  const secrets: string[] = [];
  mapSecrets(schema, config, (secret) => {
    secrets.push(secret);
    return secret;
  });
  return secrets;
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
  const destinationChanged = addresses.some((address) => {
    const path = address.split(".");
    return JSON.stringify(getValueAt(sent, path) ?? null) !== JSON.stringify(getValueAt(stored, path) ?? null);
  });
  return findSecretPaths(specification).reduce((merged, path) => {
    const storedSecret = getValueAt(stored, path);
    const sentSecret = getValueAt(sent, path);
    if (typeof storedSecret !== "string" || storedSecret === "") return merged;
    if (
      sentSecret !== undefined &&
      sentSecret !== "" &&
      !(typeof sentSecret === "string" && isMaskOf(sentSecret, storedSecret))
    )
      return merged;
    if (!destinationChanged) return setValueAt(merged, path, storedSecret);
    const message = "Enter this again, because the server has changed.";
    throw new AppError("invalid", message, { issues: [{ path: `config.${path.join(".")}`, message }] });
  }, sent);
}
