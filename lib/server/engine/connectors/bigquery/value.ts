import { isObject } from "@/lib/utils/json/is-object";

/** The client's wrapper classes: dates, times, wide integers, geography. */
const wrapperClasses = /^BigQuery|^Geography$/;

function parseNumber(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** Converts a value to JSON. What a number would round remains text. */
function toJsonValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (Buffer.isBuffer(value)) return value.toString("base64");
  const kind = value.constructor?.name ?? "";
  if (kind === "BigQueryInt") return parseNumber(String(value.value));
  if (kind === "BigQueryRange") return { start: toJsonValue(value.start), end: toJsonValue(value.end) };
  if (wrapperClasses.test(kind)) return String(value.value);
  // Decimals of any precision.
  if (kind === "Big") return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toJsonValue(one)]));
}

export const toJsonRow = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toJsonValue(value)]));
