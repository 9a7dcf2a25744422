import { isDeeper } from "@/lib/utils/json/is-deeper";
import { isObject } from "@/lib/utils/json/is-object";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import { trimEndOf } from "@/lib/utils/text/trim-characters";
import { truncate } from "@/lib/utils/text/truncate";
import { jsonCounter } from "../../../../platform/outbound/json-counter";
import { boundedValue, cutNote, maxDepth, maxResult } from "../shared/bounded-result";
import type { ToolContext } from "../shared/context";
import { textOfDocument } from "../shared/page-text";
import { readBounded } from "../shared/read-bounded";
import { own } from "../shared/schema-reader";
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

const typeOf = (answer: Response): string =>
  (answer.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

function decoded(bytes: Buffer, answer: Response, cut: boolean): string {
  const charset = /charset="?([\w-]+)/i.exec(answer.headers.get("content-type") ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes, { stream: cut });
  } catch {
    return new TextDecoder().decode(bytes, { stream: cut });
  }
}

const holdsBytes = (text: string): boolean => text.slice(0, 4_096).includes("\0");

/** JSON that is expensive to parse or serialize is shown as text. */
function parsed(text: string, bytes: Buffer): unknown {
  if (jsonCounter()(bytes).entries > maxEntries) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, maxDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

async function sizeOf(answer: Response): Promise<string> {
  const declared = Number(answer.headers.get("content-length"));
  await answer.body?.cancel().catch(() => undefined);
  return declared > 0 ? ` of ${formatBytes(declared)}` : "";
}

/** The content of a response: JSON, text, or a page's readable text. Files are rejected. */
async function contentOf(answer: Response, reader: Reader): Promise<Omit<HttpResult, "status">> {
  const type = typeOf(answer);
  const isJson = /^application\/json$|\+json$/.test(type);
  const isPage = type === "text/html" || type === "application/xhtml+xml";
  if (!isJson && !textTypes.test(type)) {
    throw new ToolError(`The answer is a file${await sizeOf(answer)} (${type.slice(0, 100)}), which is not text.`);
  }
  const { bytes, cut } = await readBounded(answer, maxBytes);
  const text = decoded(bytes, answer, cut);
  if (!isPage && holdsBytes(text))
    throw new ToolError(
      `The answer is a file of ${formatBytes(bytes.length)}${cut ? " or more" : ""}, which is not text.`,
    );
  if (isPage) {
    const page = await textOfDocument(bytes, "page.html", reader);
    const { value, note } = boundedValue(page.text);
    return { body: value, ...((note ?? cut) && { note: note ?? cutNote(page.text.length, undefined) }) };
  }
  const value = cut || type.startsWith("text/") ? undefined : parsed(text, bytes);
  const bounded = boundedValue(value ?? text);
  const note = cut ? cutNote(Math.min(text.length, maxResult), undefined) : bounded.note;
  return { body: bounded.value, ...(note && { note }) };
}

/** The message in a service's error body. */
function messageIn(body: unknown): string {
  if (typeof body === "string") return body.trim();
  const first = Array.isArray(body) ? body[0] : body;
  for (const name of ["message", "detail", "error_description", "error", "title", "errors", "reason"]) {
    const found = own(first, name);
    if (typeof found === "string" && found.trim()) return found.trim();
    if (isObject(found)) return messageIn(Array.isArray(found) ? found[0] : found) || JSON.stringify(found);
  }
  return isObject(body) && Object.keys(body).length > 0 ? JSON.stringify(body) : "";
}

const hints: Record<number, string> = {
  401: "Check the tool's credentials.",
  403: "Check that the tool's credentials may do this.",
};

async function failure(host: string, answer: Response, reader: Reader): Promise<ToolError> {
  const content = await contentOf(answer, reader).catch((error: unknown) => {
    if (reader.signal.aborted) throw error;
    return undefined;
  });
  const said = trimEndOf(truncate(messageIn(content?.body), maxError), /[\s.:]/);
  const wait = answer.status === 429 ? answer.headers.get("retry-after") : null;
  const hint =
    wait && /^\d{1,6}$/.test(wait) ? `It asks to wait ${pluralize(Number(wait), "second")}.` : hints[answer.status];
  return new ToolError(`${host} answered ${answer.status}${said ? `: ${said}` : ""}.${hint ? ` ${hint}` : ""}`);
}

/** Reads a response within limits. Throws a `ToolError` with the service's message for an error status. */
export async function readAnswer(host: string, answer: Response, reader: Reader): Promise<HttpResult> {
  if (answer.status >= 400) throw await failure(host, answer, reader);
  if (answer.body === null || answer.status === 204) return { status: answer.status, body: null };
  return { status: answer.status, ...(await contentOf(answer, reader)) };
}
