import { DOTS } from "../../platform/crypto/mask";
import { isSealed } from "../../platform/crypto/secrets";
import type { Fields } from "../../platform/db/tables/audit";

/** Internal columns that no reader needs. */
const bookkeeping = new Set([
  "id",
  "teamId",
  "orgId",
  "accountId",
  "version",
  "createdBy",
  "updatedBy",
  "dateCreated",
  "dateUpdated",
  "dateDeleted",
  "lastUsed",
  "lastSeen",
  "promptNames",
  "branchModelIds",
  "planDays",
  "planDaysSince",
]);
const secretName = /^(hash|passwordHash|secret|token|password|credentials|authorization|cookie)$|api[-_]?key$/i;
const maxText = 4_000;

function maskValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string") {
    if (isSealed(value)) return DOTS;
    return value.length > maxText
      ? `${value.slice(0, maxText)}… (${value.length.toLocaleString("en")} characters)`
      : value;
  }
  if (Array.isArray(value)) return value.map(maskValue);
  if (typeof value !== "object" || value === null) return value ?? null;
  return maskFields(value as Fields);
}

function maskFields(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    secretName.test(name) && typeof value === "string" && !value.startsWith(DOTS) ? DOTS : maskValue(value),
  ]);
  return Object.fromEntries(entries);
}

/** A row for the log: without internal columns, secrets masked by name and by value, long text truncated. */
export function toAuditFields(row: object): Fields {
  return maskFields(Object.fromEntries(Object.entries(row).filter(([name]) => !bookkeeping.has(name))));
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The differing fields of two rows. A secret is reported as changed even if its mask is the same. */
export function findDifference(before: Pair, after: Pair): { before: Fields; after: Fields } {
  const names = Object.keys({ ...before.shown, ...after.shown });
  const changed = names.filter((name) => !isEqual(before.exact[name], after.exact[name]));
  const pick = (from: Fields) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  const [old, next] = [pick(before.shown), pick(after.shown)];
  for (const name of changed) if (isEqual(old[name], next[name])) next[name] = { value: next[name], changed: true };
  return { before: old, after: next };
}

export interface Pair {
  /** For the log. */
  shown: Fields;
  /** In memory only: with decrypted secrets, to detect their changes. */
  exact: Fields;
}
