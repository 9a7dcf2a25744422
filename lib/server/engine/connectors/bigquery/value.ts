import { isObject } from "@/lib/utils/json/is-object";

/** The client's wrapper classes: dates, times, wide integers, geography. */
const ownKinds = /^BigQuery|^Geography$/;

function numberOf(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** Converts a value to JSON. What a number would round remains text. */
function jsonValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(jsonValue);
  if (Buffer.isBuffer(value)) return value.toString("base64");
  const kind = value.constructor?.name ?? "";
  if (kind === "BigQueryInt") return numberOf(String(value.value));
  if (kind === "BigQueryRange") return { start: jsonValue(value.start), end: jsonValue(value.end) };
  if (ownKinds.test(kind)) return String(value.value);
  // Decimals of any precision.
  if (kind === "Big") return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, jsonValue(one)]));
}

export const jsonRow = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, jsonValue(value)]));
