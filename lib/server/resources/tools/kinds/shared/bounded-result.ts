import { isDeeper } from "@/lib/utils/json/is-deeper";
import { truncate } from "@/lib/utils/text/truncate";

/** Characters of a result, as JSON: less than the engine's limit for models. */
export const maxResult = 50_000;
/** Nesting depth: real services stay far below, and serialization fails far above. */
export const maxDepth = 100;

export const describeTruncation = (shown: number, all: number | undefined): string =>
  all === undefined
    ? `Only the first ${shown.toLocaleString("en")} characters are shown.`
    : `Only the first ${shown.toLocaleString("en")} of ${all.toLocaleString("en")} characters are shown.`;

/** The value, or the start of its text with a note when it is too long. */
export function boundValue(value: unknown, max = maxResult): { value: unknown; note?: string } {
  if (isDeeper(value, maxDepth)) return { value: null, note: "The values are nested too deeply to be shown." };
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  if (text.length <= max) return { value: value ?? null };
  return { value: truncate(text, max), note: describeTruncation(max, text.length) };
}
