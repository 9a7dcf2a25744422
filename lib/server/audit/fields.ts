import { DOTS } from "../crypto/mask";
import { isSealed } from "../crypto/secrets";
import type { Fields } from "./table";

/** What every row has and no reader asks about. */
const bookkeeping = new Set([
  ...["id", "teamId", "orgId", "accountId", "version", "createdBy", "updatedBy"],
  ...["dateCreated", "dateUpdated", "dateDeleted", "lastUsed", "lastSeen", "promptNames"],
  ...["planDays", "planDaysSince"],
]);
const secretName = /^(hash|passwordHash|secret|token|password|credentials|authorization|cookie)$|api[-_]?key$/i;
const textMost = 4_000;

function shown(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string") {
    if (isSealed(value)) return DOTS;
    return value.length > textMost ? `${value.slice(0, textMost)}… (${value.length} characters)` : value;
  }
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value ?? null;
  return shownFields(value as Fields);
}

function shownFields(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    secretName.test(name) && typeof value === "string" && !value.startsWith(DOTS) ? DOTS : shown(value),
  ]);
  return Object.fromEntries(entries);
}

/** A row as the log shows it: without bookkeeping, secrets masked by name and by value, long text cut. */
export function fieldsOf(row: object): Fields {
  return shownFields(Object.fromEntries(Object.entries(row).filter(([name]) => !bookkeeping.has(name))));
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What differs between two rows. Compared as they are; a secret whose mask stays the same is said to have changed. */
export function differenceOf(before: Pair, after: Pair): { before: Fields; after: Fields } {
  const names = Object.keys({ ...before.shown, ...after.shown });
  const changed = names.filter((name) => !same(before.exact[name], after.exact[name]));
  const pick = (from: Fields) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  const [old, next] = [pick(before.shown), pick(after.shown)];
  for (const name of changed) if (same(old[name], next[name])) next[name] = { value: next[name], changed: true };
  return { before: old, after: next };
}

export interface Pair {
  /** For the log. */
  shown: Fields;
  /** In memory only: secrets in clear where a field holds any, so that a changed one is seen. */
  exact: Fields;
}
