import { setImmediate } from "node:timers/promises";
import { isObject } from "@/lib/utils/is-object";
import { ToolError } from "../tool-error";
import { readYaml } from "./read-yaml";

/** UTF-16 units of one document. */
export const documentMost = 5_000_000;
const deepest = 100;
/** Values, counted as often as aliases repeat them. */
const mostValues = 1_000_000;

export type Doc = Record<string, unknown>;

export const documentError = (message: string): ToolError => new ToolError(message, { field: "document" });

/** Values, after which others get their turn. */
const turn = 20_000;

/** Refuses what would cost more to walk through than any document that describes a service. */
async function checkSize(value: unknown): Promise<void> {
  let counted = 0;
  const open: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [at, depth] = next;
    counted += 1;
    if (counted % turn === 0) await setImmediate();
    if (counted > mostValues)
      throw documentError("The document is too large: it holds more than a million values. Cut it to what you need.");
    if (depth > deepest) throw documentError(`The document is nested deeper than ${deepest} levels.`);
    if (isObject(at)) for (const inner of Object.values(at)) open.push([inner, depth + 1]);
  }
}

async function readValue(text: string, signal: AbortSignal): Promise<unknown> {
  const start = text.trimStart();
  if (start.startsWith("{") || start.startsWith("[")) {
    try {
      return JSON.parse(text);
    } catch (error) {
      // YAML has braces too; what is long or broken JSON is told as JSON.
      const inYaml = text.length < 200_000 ? await readYaml(text, signal).catch(() => undefined) : undefined;
      if (inYaml !== undefined) return inYaml;
      throw documentError(`The document is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
  if (start.startsWith("<"))
    throw documentError("This is a web page and no OpenAPI document. Give the address of the JSON or YAML file.");
  return readYaml(text, signal);
}

/** Reads JSON or YAML within bounds of size, depth and time. Throws a `ToolError` at `document`. */
export async function parseDocument(text: string, signal: AbortSignal): Promise<Doc> {
  if (text.length > documentMost)
    throw documentError("The document is too large: at most 5 MB are read. Cut it to the operations that you need.");
  if (text.trim() === "") throw documentError("The document is empty.");
  const value = await readValue(text.replace(/^\ufeff/, ""), signal);
  if (!isObject(value) || Array.isArray(value))
    throw documentError("This is no OpenAPI document: it must be an object with openapi (or swagger), info and paths.");
  await checkSize(value);
  return value;
}
