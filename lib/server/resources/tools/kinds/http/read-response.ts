import { isDeeper } from "@/lib/utils/json/is-deeper";
import { isObject } from "@/lib/utils/json/is-object";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import { truncate } from "@/lib/utils/text/truncate";
import { createJsonCounter } from "../../../../platform/outbound/json-counter";
import { boundValue, describeTruncation, maxDepth, maxResult } from "../shared/bounded-result";
import type { ToolContext } from "../shared/context";
import { readDocumentText } from "../shared/page-text";
import { getOwn } from "../shared/pointers";
import { readBounded } from "../shared/read-bounded";
import { ToolError } from "../shared/tool-error";

/** Maximum bytes received; a longer response is truncated. */
const maxBytes = 2 * 1024 * 1024;
const maxError = 1_000;
/** JSON with more entries is longer than what is shown. */
const maxEntries = maxResult / 2;
const textTypes = /^text\/|\bxml\b|\+xml$|\byaml\b|\bjavascript\b|x-ndjson|x-www-form-urlencoded|^$/;

type Reader = Pick<ToolContext, "teamId" | "signal">;

export interface HttpResult {
  status: number;
  /** JSON, otherwise text. */
  body: unknown;
  note?: string;
}

const getMediaType = (response: Response): string =>
  (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

function decode(bytes: Buffer, response: Response, truncated: boolean): string {
  const charset = /charset="?([\w-]+)/i.exec(response.headers.get("content-type") ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes, { stream: truncated });
  } catch {
    return new TextDecoder().decode(bytes, { stream: truncated });
  }
}

const isBinary = (text: string): boolean => text.slice(0, 4_096).includes("\0");

/** JSON that is expensive to parse or serialize is shown as text. */
function parseBody(text: string, bytes: Buffer): unknown {
  if (createJsonCounter()(bytes).entries > maxEntries) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, maxDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

async function getDeclaredSize(response: Response): Promise<string> {
  const declared = Number(response.headers.get("content-length"));
  await response.body?.cancel().catch(() => undefined);
  return declared > 0 ? ` of ${formatBytes(declared)}` : "";
}

/** The content of a response: JSON, text, or a page's readable text. Files are rejected. */
async function readContent(response: Response, reader: Reader): Promise<Omit<HttpResult, "status">> {
  const type = getMediaType(response);
  const isJson = /^application\/json$|\+json$/.test(type);
  const isPage = type === "text/html" || type === "application/xhtml+xml";
  if (!isJson && !textTypes.test(type)) {
    throw new ToolError(
      `The response is a file${await getDeclaredSize(response)} (${type.slice(0, 100)}), which isn't text.`,
    );
  }
  const { bytes, truncated } = await readBounded(response, maxBytes);
  const text = decode(bytes, response, truncated);
  if (!isPage && isBinary(text))
    throw new ToolError(
      `The response is a file of ${formatBytes(bytes.length)}${truncated ? " or more" : ""}, which isn't text.`,
    );
  if (isPage) {
    const page = await readDocumentText(bytes, "page.html", reader);
    const { value, note } = boundValue(page.text);
    return {
      body: value,
      ...((note ?? truncated) && { note: note ?? describeTruncation(page.text.length, undefined) }),
    };
  }
  const value = truncated || type.startsWith("text/") ? undefined : parseBody(text, bytes);
  const bounded = boundValue(value ?? text);
  const note = truncated ? describeTruncation(Math.min(text.length, maxResult), undefined) : bounded.note;
  return { body: bounded.value, ...(note && { note }) };
}

/** The message in a service's error body. */
function findMessage(body: unknown): string {
  if (typeof body === "string") return body.trim();
  const first = Array.isArray(body) ? body[0] : body;
  for (const name of ["message", "detail", "error_description", "error", "title", "errors", "reason"]) {
    const found = getOwn(first, name);
    if (typeof found === "string" && found.trim()) return found.trim();
    if (isObject(found)) return findMessage(Array.isArray(found) ? found[0] : found) || JSON.stringify(found);
  }
  return isObject(body) && Object.keys(body).length > 0 ? JSON.stringify(body) : "";
}

const hints: Record<number, string> = {
  401: "Check the tool's credentials.",
  403: "Check that the tool's credentials allow this.",
};

async function toFailure(host: string, response: Response, reader: Reader): Promise<ToolError> {
  const content = await readContent(response, reader).catch((error: unknown) => {
    if (reader.signal.aborted) throw error;
    return undefined;
  });
  const serviceMessage = trimEndMatching(truncate(findMessage(content?.body), maxError), /[\s.:]/);
  const wait = response.status === 429 ? response.headers.get("retry-after") : null;
  const hint =
    wait && /^\d{1,6}$/.test(wait) ? `Try again in ${pluralize(Number(wait), "second")}.` : hints[response.status];
  return new ToolError(
    `${host} returned ${response.status}${serviceMessage ? `: ${serviceMessage}` : ""}.${hint ? ` ${hint}` : ""}`,
  );
}

/** Reads a response within limits. Throws a `ToolError` with the service's message for an error status. */
export async function readResponse(host: string, response: Response, reader: Reader): Promise<HttpResult> {
  if (response.status >= 400) throw await toFailure(host, response, reader);
  if (response.body === null || response.status === 204) return { status: response.status, body: null };
  return { status: response.status, ...(await readContent(response, reader)) };
}
