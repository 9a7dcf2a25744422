import { type CredentialField, isRegion, type ProviderId, providers } from "@/lib/constants/providers";
import { isMaskOf, maskSecret } from "../../platform/crypto/mask";
import { openSecret, sealSecret } from "../../platform/crypto/secrets";
import { AppError } from "../../platform/errors/errors";
import { parseHeaders } from "./providers/shared/headers";

type StoredConfig = Record<string, unknown>;
/** Decrypted credentials, only in memory. */
export type DecryptedConfig = Record<string, string | number>;
/** A row with credentials. Models had their own before they used connections. */
type Sealed = { id: string; teamId: string; type: string; config: StoredConfig };

const isSecret = ({ kind }: CredentialField) => kind === "secret" || kind === "json";

/** The fields that belong to a connection, or to each of its models. */
export const listFields = (type: ProviderId, of: "provider" | "model"): readonly CredentialField[] =>
  providers[type].fields.filter(({ perModel = false }) => perModel === (of === "model"));

export function decryptConfig(
  { id, teamId, type, config }: Sealed,
  purpose: "provider" | "model" = "provider",
): DecryptedConfig {
  const decrypted: DecryptedConfig = {};
  for (const field of listFields(type as ProviderId, "provider")) {
    const value = config[field.name];
    if (typeof value === "number") decrypted[field.name] = value;
    else if (typeof value === "string")
      decrypted[field.name] = isSecret(field) ? openSecret(purpose, { teamId, rowId: id }, value) : value;
  }
  return decrypted;
}

export function encryptConfig(teamId: string, rowId: string, type: ProviderId, config: DecryptedConfig): StoredConfig {
  const stored: StoredConfig = {};
  for (const field of listFields(type, "provider")) {
    const value = config[field.name];
    if (value === undefined) continue;
    stored[field.name] = isSecret(field) ? sealSecret("provider", { teamId, rowId }, String(value)) : value;
  }
  return stored;
}

/** The values of a model's own fields, or of the connection's. */
export function pickConfig(type: ProviderId, of: "provider" | "model", config: StoredConfig): DecryptedConfig {
  const own: DecryptedConfig = {};
  for (const { name } of listFields(type, of)) {
    const value = config[name];
    if (typeof value === "string" || typeof value === "number") own[name] = value;
  }
  return own;
}

/** Whether two connections of a type have the same credentials. */
export const isSameConnection = (type: ProviderId, one: DecryptedConfig, other: DecryptedConfig): boolean =>
  listFields(type, "provider").every(({ name }) => one[name] === other[name]);

export function maskConfig(type: ProviderId, config: DecryptedConfig): DecryptedConfig {
  const masked: DecryptedConfig = {};
  for (const field of providers[type].fields) {
    const value = config[field.name];
    if (value !== undefined) masked[field.name] = isSecret(field) ? maskSecret(String(value)) : value;
  }
  return masked;
}

/** The secret values, to be redacted from messages. */
export function listSecrets(type: ProviderId, config: DecryptedConfig): string[] {
  return providers[type].fields.filter(isSecret).flatMap(({ name, headers }) => {
    const secret = config[name] === undefined ? "" : String(config[name]);
    if (secret === "") return [];
    return [secret, ...(headers ? Object.values(parseHeaders(secret) ?? {}) : findPrivateKey(secret))];
  });
}

function findPrivateKey(json: string): string[] {
  return [/"private_key"\s*:\s*"([^"]+)"/.exec(json)?.[1]].filter((key) => key !== undefined);
}

/**
 * Merges a submitted form with the stored config: a masked secret keeps its stored value, a new address requires the secret
 * again, and unknown fields are dropped. Throws 400 at the field.
 */
export function mergeConfig(
  fields: readonly CredentialField[],
  sent: Record<string, unknown>,
  stored: DecryptedConfig,
): DecryptedConfig {
  const merged: DecryptedConfig = {};
  const issues: { path: string; message: string }[] = [];
  const addressChanged = fields.some(
    ({ name, address }) =>
      address && stored[name] !== undefined && sent[name] !== undefined && sent[name] !== stored[name],
  );
  for (const field of fields) {
    const { name, label, optional } = field;
    const sentValue = sent[name];
    const storedValue = stored[name];
    const keepsStored =
      sentValue === undefined ||
      (isSecret(field) && storedValue !== undefined && isMaskOf(String(sentValue), String(storedValue)));
    if (keepsStored && isSecret(field) && storedValue !== undefined && addressChanged)
      issues.push({ path: `config.${name}`, message: `Enter the ${label} again, because the server has changed.` });
    const value = keepsStored ? storedValue : typeof sentValue === "string" ? sentValue.trim() : sentValue;
    if (value === undefined || value === null || value === "") {
      if (!optional) issues.push({ path: `config.${name}`, message: `Enter the ${label}.` });
      continue;
    }
    const problem = findFieldProblem(field, value);
    if (problem) issues.push({ path: `config.${name}`, message: problem });
    else merged[name] = field.kind === "number" ? Number(value) : String(value);
  }
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
  return merged;
}

function findFieldProblem(field: CredentialField, value: unknown): string | undefined {
  const { kind, label, min, max, region, headers } = field;
  if (region && !isRegion(String(value)))
    return `The ${label} can contain only letters, digits and hyphens, such as europe-west1.`;
  if (headers && !parseHeaders(String(value)))
    return "Enter up to 20 headers, one per line, such as X-Team: research. Connection headers can't be set.";
  if (kind === "url" && !(URL.canParse(String(value)) && /^https?:$/.test(new URL(String(value)).protocol)))
    return `The ${label} must be a URL such as https://example.com.`;
  const number = Number(value);
  if (kind === "number" && !(number >= (min ?? number) && number <= (max ?? number)))
    return `The ${label} must be a number from ${min} to ${max}.`;
  return undefined;
}
