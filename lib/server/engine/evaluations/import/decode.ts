import { invalidField } from "../../../platform/errors/errors";
import type { ImportFormat } from "./draft";

const maxBytes = 10 * 1024 * 1024;

function detectEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}

/** The text of a file in UTF-8, or in UTF-16 with a byte order mark. Throws an `AppError`. */
export function decode(bytes: Uint8Array): string {
  if (bytes.length > maxBytes) throw invalidField("file", "Use a file of up to 10 MB.");
  let text: string;
  try {
    text = new TextDecoder(detectEncoding(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw invalidField("file", "The file isn't text in UTF-8. Save it as UTF-8.");
  }
  if (text.includes("\0")) throw invalidField("file", "The file contains a NUL character. Save it as text in UTF-8.");
  if (text.trim() === "") throw invalidField("file", "The file is empty.");
  return text;
}

const byExtension: Record<string, ImportFormat> = {
  csv: "csv",
  jsonl: "jsonl",
  ndjson: "jsonl",
  yaml: "promptfoo",
  yml: "promptfoo",
};

/** By the name's extension, or else by the first line. */
export function detectFormat(filename: string, text: string): ImportFormat {
  const named = byExtension[filename.slice(filename.lastIndexOf(".") + 1).toLowerCase()];
  if (named) return named;
  const head = text.slice(0, 10_000).trimStart();
  if (head.startsWith("{")) return "jsonl";
  return /^(prompts|tests|providers|description|defaultTest):/m.test(head) ? "promptfoo" : "csv";
}
