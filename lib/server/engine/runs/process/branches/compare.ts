import type { Case } from "@/lib/contract/apps/branch";
import type { Operator } from "@/lib/contract/apps/steps";
import { isObject } from "@/lib/utils/json/is-object";

/** Longer values are compared by their start. */
const maxCompared = 1_000_000;

const normalize = (text: string): string => text.slice(0, maxCompared).trim().toLowerCase();

const isEmpty = (value: string): boolean => ["", "null", "[]", "{}"].includes(normalize(value));

function compareNumbers(value: string, other: string, isMatch: (a: number, b: number) => boolean): boolean {
  const numbers = [value, other].map((text) => (text.trim() === "" ? Number.NaN : Number(text)));
  const [a = Number.NaN, b = Number.NaN] = numbers;
  return isMatch(a, b);
}

/** Texts without regard to case and surrounding spaces. A comparison of what is no number is false. */
const tests: Record<Operator, (value: string, other: string) => boolean> = {
  equals: (value, other) => normalize(value) === normalize(other),
  notEquals: (value, other) => normalize(value) !== normalize(other),
  contains: (value, other) => normalize(value).includes(normalize(other)),
  notContains: (value, other) => !normalize(value).includes(normalize(other)),
  startsWith: (value, other) => normalize(value).startsWith(normalize(other)),
  endsWith: (value, other) => value.trim().toLowerCase().endsWith(normalize(other)),
  greaterThan: (value, other) => compareNumbers(value, other, (a, b) => a > b),
  lessThan: (value, other) => compareNumbers(value, other, (a, b) => a < b),
  isEmpty,
  isNotEmpty: (value) => !isEmpty(value),
};

/** The first case that a value matches. */
export const findCase = (cases: readonly Case[], value: string): Case | undefined =>
  cases.find(({ operator, value: other }) => tests[operator](value, other));

/** A field of JSON by its path, such as `customer.country` or `items.0`; empty if it is absent. */
export function readField(json: string, path: string): string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return "";
  }
  for (const key of path.split(".")) {
    const isIndex = Array.isArray(value) && /^\d{1,9}$/.test(key);
    if (!isIndex && !(isObject(value) && Object.hasOwn(value, key))) return "";
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
