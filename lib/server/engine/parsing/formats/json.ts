import type { BlockList } from "../shared/block-list.ts";
import { ParseError } from "../shared/parse-error.ts";
import { TableLines } from "../shared/table-text.ts";

const maxColumns = 100;
const maxHeadingDepth = 4;
const maxDepth = 100;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;
const toText = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** The columns of all records, or undefined when they do not form a table. */
function findColumns(records: readonly unknown[]): string[] | undefined {
  const columns = new Set<string>();
  for (const record of records) {
    if (!isFields(record) || !Object.values(record).every(isScalar)) return undefined;
    for (const key of Object.keys(record)) columns.add(key);
    if (columns.size > maxColumns) return undefined;
  }
  return [...columns];
}

/** One line per value, with its path. */
function* toLines(value: unknown, path: string, depth = 0): Generator<string> {
  if (isScalar(value)) {
    if (toText(value)) yield path ? `${path}: ${toText(value)}` : toText(value);
  } else if (depth > maxDepth) yield `${path}: ${JSON.stringify(value)}`;
  else if (Array.isArray(value) && value.every(isScalar)) yield* toLines(value.map(toText).join(", "), path);
  else
    for (const [key, inner] of Object.entries(value as Fields)) {
      const name = Array.isArray(value) ? String(Number(key) + 1) : key;
      yield* toLines(inner, path ? `${path}.${name}` : name, depth + 1);
    }
}

const addLines = (value: unknown, path: string, blocks: BlockList): void =>
  blocks.add("text", [...toLines(value, path)].join("\n"));

/** Uniform records become a table; others one block each. */
export function writeRecords(records: readonly unknown[], blocks: BlockList): void {
  const columns = findColumns(records);
  if (columns && records.length > 0) {
    const table = new TableLines(columns);
    for (const record of records) table.add(columns.map((column) => toText((record as Fields)[column])));
    blocks.add("table", table.text);
  } else if (records.every(isScalar)) blocks.add("list", records.map((value) => `- ${toText(value)}`).join("\n"));
  else for (const record of records) addLines(record, "", blocks);
}

/** Scalars first, then each nested value under its key as heading. */
function writeValue(value: unknown, blocks: BlockList, level: number): void {
  if (Array.isArray(value)) writeRecords(value, blocks);
  else if (!isFields(value) || level > maxHeadingDepth) addLines(value, "", blocks);
  else writeFields(value, blocks, level);
}

function writeFields(value: Fields, blocks: BlockList, level: number): void {
  const parts = Object.entries(value);
  addLines(Object.fromEntries(parts.filter(([, inner]) => isScalar(inner))), "", blocks);
  for (const [key, inner] of parts) {
    if (isScalar(inner)) continue;
    blocks.add("heading", key, { level });
    writeValue(inner, blocks, level + 1);
  }
}

function parseRecords(text: string): unknown[] {
  return text.split("\n").flatMap((line, i) => {
    if (!line.trim()) return [];
    try {
      return [JSON.parse(line)];
    } catch {
      throw new ParseError("damaged", `Line ${i + 1} of this file isn't valid JSON. Fix it and upload the file again.`);
    }
  });
}

export function readJsonLines(text: string, blocks: BlockList): null {
  writeRecords(parseRecords(text), blocks);
  return null;
}

/** One JSON value, or one value per line, as many programs write. */
export function readJson(text: string, blocks: BlockList): null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const lines = text.split("\n", 3).filter((line) => line.trim());
    if (lines.length > 1 && lines.every((line) => /^\s*[{[].*[}\]]\s*$/.test(line))) return readJsonLines(text, blocks);
    const why = error instanceof Error ? error.message : "";
    throw new ParseError("damaged", "This file isn't valid JSON. Fix it and upload it again.", why);
  }
  writeValue(value, blocks, 1);
  return null;
}
