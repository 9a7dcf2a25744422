import { setImmediate } from "node:timers/promises";
import { jsonMaxBytes, jsonMaxKeys } from "@/lib/constants/limits";
import { formatBytes } from "@/lib/utils/text/bytes";
import { AppError, invalidField } from "../../errors/errors";
import { checkJsonBounds } from "./json-bounds";

export interface BodyLimits {
  /** Default 256 KB. */
  maxBytes?: number;
  /** Keys of all objects together. Default 1,000. */
  maxKeys?: number;
}

const bodyTooLarge = (maxBytes: number): AppError =>
  new AppError("too_large", `The request exceeds the limit of ${formatBytes(maxBytes)}.`);

/** Reads at most `maxBytes`, and nothing when the declared length exceeds it. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
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

/** The text of UTF-8 bytes. Throws `invalid`. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("invalid", "The request isn't valid UTF-8 text.", { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid", "The request isn't valid JSON.", { cause });
  }
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

function isPolluting(key: string, value: unknown): boolean {
  return (
    key === "__proto__" ||
    (key === "constructor" && typeof value === "object" && value !== null && "prototype" in value)
  );
}

interface Container {
  value: object;
  parent: Container | undefined;
  /** The key in its parent. */
  key: string | number;
}

const maxField = 200;

function fieldOf(parent: Container, key: string | number): string {
  const names = [key];
  for (let one: Container = parent; one.parent; one = one.parent) names.unshift(one.key);
  return names.join(".").slice(0, maxField);
}

const createUnstorableError = (field: string) =>
  invalidField(field, "The text contains a character that can't be stored.");

/** Checks texts and keys of a parsed value, whose size and nesting are bounded. */
function checkTexts(root: unknown): void {
  if (typeof root === "string" && !isStorable(root)) throw createUnstorableError("");
  const open: Container[] = [];
  const look = (value: unknown, parent: Container | undefined, key: string | number): void => {
    if (typeof value === "object" && value !== null) open.push({ value, parent, key });
    else if (typeof value === "string" && parent && !isStorable(value))
      throw createUnstorableError(fieldOf(parent, key));
  };
  look(root, undefined, "");
  for (let at = open.pop(); at; at = open.pop()) {
    const { value } = at;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i += 1) look(value[i], at, i);
      continue;
    }
    for (const key of Object.keys(value)) {
      const child = (value as Record<string, unknown>)[key];
      if (isPolluting(key, child) || !isStorable(key))
        throw new AppError("invalid", "The request has a key that isn't allowed.");
      look(child, at, key);
    }
  }
}

const jsonTypes: ReadonlySet<string> = new Set(["application/json", "application/scim+json"]);

/** Larger bodies are parsed in steps that yield to the event loop. */
const syncParseBytes = 256 * 1024;

/** The raw text of a body. Throws `too_large` or `invalid`. */
export const readText = async (request: Request, maxBytes: number): Promise<string> =>
  decode(await readBytes(request, maxBytes));

/**
 * Reads a JSON body under the limits of rule 9; undefined without one. Throws `too_large`, `unsupported` or `invalid`. The
 * result still has to be validated by a schema.
 */
export async function readJsonBody(
  request: Request,
  { maxBytes = jsonMaxBytes, maxKeys = jsonMaxKeys }: BodyLimits = {},
): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  if (!jsonTypes.has(type)) throw new AppError("unsupported", "Send this request as application/json.");
  checkJsonBounds(bytes, maxKeys);
  const turn = () => (bytes.byteLength > syncParseBytes ? setImmediate() : undefined);
  await turn();
  const body = parse(decode(bytes));
  await turn();
  checkTexts(body);
  await turn();
  return body;
}
