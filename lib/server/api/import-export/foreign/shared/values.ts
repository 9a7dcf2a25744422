/** Helpers to read values of unknown shape. */

import { isRecord } from "../../../../../utils/json/is-object.ts";

export type Json = Record<string, unknown>;

export { isRecord };

export const asRecord = (value: unknown): Json => (isRecord(value) ? value : {});
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const asRecords = (value: unknown): Json[] => asList(value).filter(isRecord);
export const asText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** An agent's max steps, if a value is one. */
export function toSteps(value: unknown): { maxIterations?: number } {
  const steps = Number(value);
  return Number.isInteger(steps) && steps > 0 && steps <= 100 ? { maxIterations: steps } : {};
}

/** Whether a setting has no value. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

/** JSON that some systems store as a string; other values unchanged. */
export function parseInner(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const start = value.trimStart()[0];
  if (start !== "{" && start !== "[") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const maxDepth = 60;
const maxValues = 500_000;

/** Fields that hold the value of what their object is named. */
const valueNames = new Set(["value", "default_value"]);

/** Calls `visit` for each string of a value with the key that holds it, without recursion. Returns why the value is refused. */
export function walkStrings(root: unknown, visit: (text: string, key: string) => void): string | undefined {
  const open: { value: unknown; key: string; depth: number }[] = [{ value: root, key: "", depth: 0 }];
  let values = 0;
  for (let at = open.pop(); at; at = open.pop()) {
    const { value, key, depth } = at;
    if (depth > maxDepth) return `It is nested deeper than ${maxDepth} levels.`;
    if (++values > maxValues) return `It has more than ${maxValues.toLocaleString("en")} values.`;
    if (typeof value === "string") visit(value, key);
    else if (Array.isArray(value)) for (const one of value) open.push({ value: one, key, depth: depth + 1 });
    else if (isRecord(value))
      for (const [name, one] of Object.entries(value))
        open.push({ value: one, key: valueNames.has(name) ? key : name, depth: depth + 1 });
  }
  return undefined;
}
