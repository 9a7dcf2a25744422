import { isObject } from "../../../../../utils/json/is-object.ts";
import { parseYaml } from "../../../../platform/yaml/parse-yaml.ts";
import { DocumentError } from "./document-error.ts";

export const maxDocument = 5_000_000;
const maxDepth = 100;
/** Number of values, with aliases expanded. */
const maxValues = 1_000_000;

export type Doc = Record<string, unknown>;

/** Rejects documents that are too expensive to traverse. */
function checkSize(value: unknown): void {
  let counted = 0;
  const open: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [at, depth] = next;
    counted += 1;
    if (counted > maxValues)
      throw new DocumentError(
        "The document is too large: it contains more than a million values. Remove what you don't need.",
      );
    if (depth > maxDepth) throw new DocumentError(`The document is nested deeper than ${maxDepth} levels.`);
    if (isObject(at)) for (const inner of Object.values(at)) open.push([inner, depth + 1]);
  }
}

function readYaml(text: string): unknown {
  const reply = parseYaml({ text, of: "document" });
  if ("value" in reply) return reply.value;
  const line = reply.line === null ? "" : ` (line ${reply.line})`;
  throw new DocumentError(`The document can't be read: ${reply.problem.replace(/[.:]$/, "")}${line}.`);
}

function yamlOrUndefined(text: string): unknown {
  try {
    return readYaml(text);
  } catch {
    return undefined;
  }
}

function readValue(text: string): unknown {
  const start = text.trimStart();
  if (start.startsWith("{") || start.startsWith("[")) {
    try {
      return JSON.parse(text);
    } catch (error) {
      // YAML has braces too; long or broken JSON is reported as JSON.
      const inYaml = text.length < 200_000 ? yamlOrUndefined(text) : undefined;
      if (inYaml !== undefined) return inYaml;
      throw new DocumentError(
        `The document isn't valid JSON: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
  }
  if (start.startsWith("<"))
    throw new DocumentError("This is a web page, not an OpenAPI document. Enter the URL of the JSON or YAML file.");
  return readYaml(text);
}

/** Parses JSON or YAML within limits of size and depth. Throws a `DocumentError`. */
export function parseDocument(text: string): Doc {
  if (text.length > maxDocument)
    throw new DocumentError("The document is too large: the limit is 5 MB. Remove the operations that you don't need.");
  if (text.trim() === "") throw new DocumentError("The document is empty.");
  const value = readValue(text.replace(/^\ufeff/, ""));
  if (!isObject(value) || Array.isArray(value))
    throw new DocumentError(
      "This isn't a valid OpenAPI document. It must be an object with openapi (or swagger), info and paths.",
    );
  checkSize(value);
  return value;
}
