import type { Image, Json } from "./types";

export const roughTokens = (text: string): number => Math.max(1, Math.ceil(text.length / 4));

/** About a word each, with the space before it. */
export const pieces = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** An image as a data URL, as OpenAI's formats take it. */
export function imageOfUrl(url: string): Image[] {
  const [, mediaType, data] = /^data:([^;]+);base64,(.*)$/.exec(url) ?? [];
  return mediaType && data ? [{ mediaType, data }] : [];
}

/** The last user's text; all formats but Google's agree on messages with a text or text parts. */
export function lastUserText({ messages }: Json): string {
  if (!Array.isArray(messages)) return "";
  const content: unknown = messages.findLast((message: Json) => message.role === "user")?.content;
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: Json) => String(part.text ?? "")).join(" ") : "";
}
