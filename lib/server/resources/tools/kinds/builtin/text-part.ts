import { truncate } from "@/lib/utils/text/truncate";

const partLength = 20_000;

/** A part of a long text, with a note on how to request the next one. */
export function takePart(text: string, start: number): { text: string; note?: string } {
  const from = /[\udc00-\udfff]/.test(text[start] ?? "") ? start - 1 : start;
  const part = truncate(text.slice(from), partLength);
  const end = from + part.length;
  if (part === "" && start > 0) return { text: "", note: `The text ends at ${text.length.toLocaleString("en")}.` };
  if (end >= text.length) return { text: part };
  const all = text.length.toLocaleString("en");
  return { text: part, note: `Characters ${from} to ${end} of ${all}. Call again with start ${end} to continue.` };
}
