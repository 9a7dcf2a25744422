import { jsonMaxBytes, jsonMaxDepth, jsonMaxKeys } from "@/lib/constants/limits";
import { formatBytes } from "@/lib/utils/bytes";
import { AppError, invalidField } from "./errors";

export interface BodyLimits {
  /** Default 256 KB. */
  maxBytes?: number;
  /** Keys of all objects together. Default 1,000. */
  maxKeys?: number;
}

const bodyTooLarge = (maxBytes: number): AppError =>
  new AppError("too_large", `The request is larger than the ${formatBytes(maxBytes)} that are accepted here.`);

/** Reads at most `maxBytes`, and nothing when the declared length already says more. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > maxBytes) throw bodyTooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw bodyTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("invalid", "The request is not valid UTF-8 text.", { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid", "The request is not valid JSON.", { cause });
  }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

function isPolluting(key: string, value: unknown): boolean {
  return (
    key === "__proto__" ||
    (key === "constructor" && typeof value === "object" && value !== null && "prototype" in value)
  );
}

/** Walks the parsed value without recursion, so that its nesting cannot exhaust the stack. */
function checkShape(root: unknown, maxKeys: number): void {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path: "", depth: 0 }];
  let keys = 0;
  for (let at = open.pop(); at; at = open.pop()) {
    const { value, path, depth } = at;
    if (typeof value === "string" && !isStorable(value)) {
      throw invalidField(path, "The text contains a character that cannot be stored.");
    }
    if (typeof value !== "object" || value === null) continue;
    if (depth === jsonMaxDepth)
      throw new AppError("invalid", `The request is nested deeper than ${jsonMaxDepth} levels.`);
    const isArray = Array.isArray(value);
    for (const [key, child] of Object.entries(value)) {
      if (!isArray) {
        if (++keys > maxKeys) throw new AppError("invalid", `The request has more than ${maxKeys} keys.`);
        if (isPolluting(key, child) || !isStorable(key))
          throw new AppError("invalid", "The request has a key that is not allowed.");
      }
      open.push({ value: child, path: path ? `${path}.${key}` : key, depth: depth + 1 });
    }
  }
}

/** The text of a body as it was sent. Throws `too_large` or `invalid`. */
export const readText = async (request: Request, maxBytes: number): Promise<string> =>
  decode(await readBytes(request, maxBytes));

/**
 * Reads a JSON body under the limits of rule 9; undefined when there is none. Throws `too_large`, `unsupported` or `invalid`.
 * What it gives still has to go through a schema.
 */
export async function readJsonBody(
  request: Request,
  { maxBytes = jsonMaxBytes, maxKeys = jsonMaxKeys }: BodyLimits = {},
): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  if (type !== "application/json") throw new AppError("unsupported", "Send this request as application/json.");
  const body = parse(decode(bytes));
  checkShape(body, maxKeys);
  return body;
}
