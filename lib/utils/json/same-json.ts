import { isRecord } from "./is-object";

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortKeys(inner)]));
}

/** The same text for equal JSON, whatever the order of its fields. */
export const toCanonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value)) ?? "null";

/** Whether both are equal JSON, whatever the order of their fields. */
export const sameJson = (one: unknown, other: unknown): boolean => toCanonicalJson(one) === toCanonicalJson(other);
