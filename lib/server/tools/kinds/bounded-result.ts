import { cutText } from "@/lib/utils/cut-text";
import { isDeeper } from "@/lib/utils/is-deeper";

/** Characters of one result, its JSON counted: less than what the engine hands to a model. */
export const resultMost = 50_000;
/** Lists and objects within one another: no service answers so, and writing out much more fails. */
export const maxDepth = 100;

export const cutNote = (shown: number, all: number | undefined): string =>
  all === undefined
    ? `Only the first ${shown.toLocaleString("en")} characters are shown.`
    : `Only the first ${shown.toLocaleString("en")} of ${all.toLocaleString("en")} characters are shown.`;

/** A value as it is, or the beginning of its text with a note where it is too long. */
export function boundedValue(value: unknown, most = resultMost): { value: unknown; note?: string } {
  if (isDeeper(value, maxDepth)) return { value: null, note: "Its values are nested too deeply to be shown." };
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  if (text.length <= most) return { value: value ?? null };
  return { value: cutText(text, most), note: cutNote(most, text.length) };
}
