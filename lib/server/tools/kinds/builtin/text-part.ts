import { cutText } from "@/lib/utils/cut-text";

const partLength = 20_000;

/** A part of a long text, and how to ask for the next one. */
export function withPart(text: string, start: number): { text: string; note?: string } {
  const from = /[\udc00-\udfff]/.test(text[start] ?? "") ? start - 1 : start;
  const part = cutText(text.slice(from), partLength);
  const end = from + part.length;
  if (part === "" && start > 0) return { text: "", note: `The text ends at ${text.length.toLocaleString("en")}.` };
  if (end >= text.length) return { text: part };
  const all = text.length.toLocaleString("en");
  return { text: part, note: `Characters ${from} to ${end} of ${all}. Ask with start ${end} for what follows.` };
}
