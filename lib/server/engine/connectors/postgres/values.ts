import { maxValues } from "../shared/record-size";
import type { Column } from "./catalog";

const EXACT_NUMBERS = new Set(["int2", "int4", "oid"]);
const MAYBE_NUMBERS = new Set(["int8", "numeric", "float4", "float8"]);
const INSTANTS = new Set(["timestamptz", "timestamp"]);

/** Digits that a double preserves. */
const SAFE_DIGITS = 15;

/** A number when JSON can represent all digits; otherwise (including NaN and Infinity) the text. */
function parseNumber(text: string, base: string): number | string {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const digits = text.replace(/^-?0*\.?0*|\.(?=\d*$)/g, "").length;
  return base.startsWith("float") || digits <= SAFE_DIGITS || String(value) === text ? value : text;
}

/** `2026-01-02 03:04:05.6+00` in ISO 8601; `infinity` and years BC are unchanged. */
const toIsoTime = (text: string): string =>
  /^\d{4}-\d\d-\d\d \d\d:/.test(text) && !text.endsWith("BC") ? text.replace(" ", "T").replace(/\+00$/, "Z") : text;

function parseScalar(text: string, base: string): unknown {
  if (EXACT_NUMBERS.has(base)) return Number(text);
  if (MAYBE_NUMBERS.has(base)) return parseNumber(text, base);
  if (base === "bool") return text === "true" || text === "t";
  if (INSTANTS.has(base)) return toIsoTime(text);
  if (base === "bytea" && text.startsWith("\\x")) return Buffer.from(text.slice(2), "hex").toString("base64");
  if (isJson(base)) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  }
  return text;
}

const isJson = (type: string | null): boolean => type === "json" || type === "jsonb";
const isList = ({ base, element }: Column): boolean => element !== null && base.startsWith("_");
const partPattern = /[[{,]/g;

/** Whether a row's JSON and arrays exceed a record's limit. Punctuation in texts counts as well. */
export function hasManyParts(cells: (string | null | undefined)[], columns: readonly Column[]): boolean {
  let parts = 0;
  return columns.some((column, index) => {
    const text = cells[index];
    if (!text || !(isJson(column.base) || isList(column))) return false;
    for (partPattern.lastIndex = 0; parts <= maxValues && partPattern.test(text); ) parts += 1;
    return parts > maxValues;
  });
}

/** Parses PostgreSQL's text of an array of any dimension, including non-default lower bounds. */
export function parseArray(text: string, delimiter: string, convert: (item: string) => unknown): unknown {
  let at = text.startsWith("[") ? text.indexOf("=") + 1 : 0;
  if (text[at] !== "{") return text;
  const stack: unknown[][] = [];
  let top: unknown[] | undefined;
  while (at < text.length) {
    const character = text[at];
    if (character === "{") {
      const inner: unknown[] = [];
      top?.push(inner);
      stack.push(inner);
      top = inner;
      at += 1;
    } else if (character === "}") {
      const completed = stack.pop();
      top = stack.at(-1);
      if (!top) return completed ?? [];
      at += 1;
    } else if (character === delimiter) at += 1;
    else if (character === '"') {
      let item = "";
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
        if (text[at] === "\\") at += 1;
        item += text[at] ?? "";
      }
      top?.push(convert(item));
      at += 1;
    } else {
      const from = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== "}") at += 1;
      const item = text.slice(from, at);
      top?.push(item === "NULL" ? null : convert(item));
    }
  }
  return text;
}

/** Converts a column's text to a JSON value. Types without a JSON equivalent remain text. */
export function toJsonValue(text: string | null | undefined, column: Column): unknown {
  const { base, element, delimiter } = column;
  if (text === null || text === undefined) return null;
  if (element === null || !isList(column)) return parseScalar(text, base);
  return parseArray(text, delimiter, (item) => parseScalar(item, element));
}
