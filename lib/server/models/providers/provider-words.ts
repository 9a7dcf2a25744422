import type { APICallError } from "@ai-sdk/provider";
import { isObject } from "@/lib/utils/is-object";
import { cutSecrets } from "../../crypto/cut-secrets";
import { cutRememberedSecrets } from "../../crypto/remembered-secrets";

/** More is not a message, and cutting secrets out of it would cost. */
const readMost = 50_000;
const shownMost = 300;

/** The places in which providers and gateways put the sentence. */
function messageIn(body: unknown): string | undefined {
  if (Array.isArray(body)) return messageIn(body[0]);
  if (!isObject(body)) return undefined;
  for (const found of [body.error, body.message, body.detail]) {
    if (typeof found === "string" && found) return found;
    if (isObject(found)) return messageIn(found);
  }
  return undefined;
}

/** What the provider itself said of a failed call, as it came. */
export function wordsOf({ responseBody = "", responseHeaders, message }: APICallError): string {
  if (responseBody.length > readMost) return message;
  try {
    return messageIn(JSON.parse(responseBody)) ?? message;
  } catch {
    const plain = /^text\/plain/i.test(responseHeaders?.["content-type"] ?? "") ? responseBody.trim() : "";
    return plain || message;
  }
}

/** One line, without markup and without secrets. Secrets go first: a shortened or joined one would not be found. */
export function tidy(text: string, secrets: readonly string[]): string {
  // The remembered ones too: what a sign-in handed out stands in nobody's list.
  const safe = cutRememberedSecrets(cutSecrets(text.slice(0, readMost), secrets));
  const line = safe
    .toWellFormed()
    .replace(/<[^<>]{0,200}>/g, " ")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= shownMost) return line;
  return `${[...line].slice(0, shownMost).join("").trimEnd()}…`;
}

/** Milliseconds that the provider asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterOf(headers: Record<string, string> = {}): number | undefined {
  const exact = Number(headers["retry-after-ms"]);
  if (exact > 0) return exact;
  const text = headers["retry-after"] ?? "";
  const seconds = Number(text);
  const wait = text.trim() === "" ? 0 : Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return wait > 0 ? wait : undefined;
}

/** The same as Google says it: in the body, as `retryDelay` among the error's details. */
export function retryDelayIn(body: string): number | undefined {
  const seconds = Number(/"retryDelay":\s*"([\d.]{1,12})s"/.exec(body.slice(0, readMost))?.[1]);
  return seconds > 0 ? seconds * 1000 : undefined;
}
