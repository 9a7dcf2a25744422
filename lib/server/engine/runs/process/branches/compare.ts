import type { Condition } from "@/lib/contract/apps/branch";
import type { Operator } from "@/lib/contract/apps/steps";
import { isObject } from "@/lib/utils/json/is-object";
import { parseJson } from "@/lib/utils/json/parse-json";
import { stripFence } from "@/lib/utils/json/strip-fence";
import { includesText } from "./includes-text";

/** Longer values are compared by their start, or by their end. */
const maxCompared = 500_000;
/** Parsing more keeps the server busy for too long. Outputs are rarely longer than 400,000 characters. */
export const maxJsonChars = 2_000_000;

const normalize = (text: string): string => text.slice(0, maxCompared).trim().toLowerCase();

function compareNumbers(value: string, other: string, isMatch: (a: number, b: number) => boolean): boolean {
  const numbers = [value, other].map((text) => (text.trim() === "" ? Number.NaN : Number(text)));
  const [a = Number.NaN, b = Number.NaN] = numbers;
  return isMatch(a, b);
}

/** A value as it is, and prepared to be compared as a text. */
export interface Value {
  whole: string;
  text: string;
}
export const toValue = (whole: string): Value => ({ whole, text: normalize(whole) });

const isEmpty = ({ text }: Value): boolean => ["", "null", "[]", "{}"].includes(text);

/** Texts without regard to case and surrounding spaces. A comparison of what is no number is false. */
const tests: Record<Operator, (value: Value, other: string) => boolean> = {
  equals: ({ text }, other) => text === normalize(other),
  notEquals: ({ text }, other) => text !== normalize(other),
  contains: ({ text }, other) => includesText(text, normalize(other)),
  notContains: ({ text }, other) => !includesText(text, normalize(other)),
  startsWith: ({ text }, other) => text.startsWith(normalize(other)),
  endsWith: ({ whole }, other) => normalize(whole.trimEnd().slice(-maxCompared)).endsWith(normalize(other)),
  greaterThan: ({ whole }, other) => compareNumbers(whole, other, (a, b) => a > b),
  lessThan: ({ whole }, other) => compareNumbers(whole, other, (a, b) => a < b),
  isEmpty,
  isNotEmpty: (value) => !isEmpty(value),
};

export const isMatch = ({ operator, value: other }: Condition, value: Value): boolean => tests[operator](value, other);

/** Undefined for text that isn't JSON or is too long. */
export const parseOutput = (json: string): unknown =>
  json.length > maxJsonChars ? undefined : parseJson(stripFence(json));

/** A field of JSON by its path, such as `customer.country` or `items.0`. Undefined if it is absent or too deep to read. */
export function pickField(json: unknown, path: string): string | undefined {
  let value = json;
  for (const key of path.split(".")) {
    const isIndex = Array.isArray(value) && /^\d{1,9}$/.test(key);
    if (!isIndex && !(isObject(value) && Object.hasOwn(value, key))) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === "string" ? value : toJson(value);
}

/** Undefined for what is nested too deeply. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
