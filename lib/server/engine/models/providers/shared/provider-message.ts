import type { APICallError } from "@ai-sdk/provider";
import { isObject } from "@/lib/utils/json/is-object";
import { redact } from "../../../../platform/crypto/redact";
import { redactRememberedSecrets } from "../../../../platform/crypto/remembered-secrets";

/** Longer texts are not messages, and redacting them would be slow. */
const maxBodyChars = 50_000;
const maxMessageChars = 300;

/** Extracts the message from where providers and gateways put it. */
function findMessage(body: unknown): string | undefined {
  if (Array.isArray(body)) return findMessage(body[0]);
  if (!isObject(body)) return undefined;
  for (const candidate of [body.error, body.message, body.detail]) {
    if (typeof candidate === "string" && candidate) return candidate;
    if (isObject(candidate)) return findMessage(candidate);
  }
  return undefined;
}

/** The provider's message for a failed call, unmodified. */
export function getProviderMessage({ responseBody = "", responseHeaders, message }: APICallError): string {
  if (responseBody.length > maxBodyChars) return message;
  try {
    return findMessage(JSON.parse(responseBody)) ?? message;
  } catch {
    const plain = /^text\/plain/i.test(responseHeaders?.["content-type"] ?? "") ? responseBody.trim() : "";
    return plain || message;
  }
}

/** One line without markup and secrets. Redaction comes first: a truncated or joined secret would not be found. */
export function tidyMessage(text: string, secrets: readonly string[]): string {
  // Includes remembered secrets: tokens from a sign-in are in no list.
  const redacted = redactRememberedSecrets(redact(text.slice(0, maxBodyChars), secrets));
  const line = redacted
    .toWellFormed()
    .replace(/<[^<>]{0,200}>/g, " ")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= maxMessageChars) return line;
  return `${[...line].slice(0, maxMessageChars).join("").trimEnd()}…`;
}

/** Milliseconds to wait: from `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function parseRetryAfter(headers: Record<string, string> = {}): number | undefined {
  const exact = Number(headers["retry-after-ms"]);
  if (exact > 0) return exact;
  const text = headers["retry-after"] ?? "";
  const seconds = Number(text);
  const wait = text.trim() === "" ? 0 : Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return wait > 0 ? wait : undefined;
}

/** The same from Google's error details (`retryDelay`). */
export function parseRetryDelay(body: string): number | undefined {
  const seconds = Number(/"retryDelay":\s*"([\d.]{1,12})s"/.exec(body.slice(0, maxBodyChars))?.[1]);
  return seconds > 0 ? seconds * 1000 : undefined;
}
