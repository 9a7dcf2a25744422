/** Combining marks, variation selectors and skin tones. */
const joins = /^(?:\p{M}|\p{Emoji_Modifier})/u;
const joiner = "\u200d";
const longestCluster = 32;

const isLow = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text[at] ?? "");

/** Whether a split here would break a grapheme. */
function partsSign(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const next = text.slice(at, at + 2);
  return isLow(text, at) || joins.test(next) || next.startsWith(joiner) || text[at - 1] === joiner;
}

/** The nearest offset at or before `at`, after `least`, that splits no grapheme, or at least no surrogate pair. */
export function wholeSignBefore(text: string, at: number, least: number): number {
  for (let place = at; place > least && place > at - longestCluster; place -= 1)
    if (!partsSign(text, place)) return place;
  if (!isLow(text, at)) return at;
  return at - 1 > least ? at - 1 : at + 1;
}

/** The first offset from `at` on that splits no grapheme, or `most` if none is near. */
export function wholeSignAfter(text: string, at: number, most: number): number {
  for (let place = at; place < Math.min(most, at + longestCluster); place += 1)
    if (!partsSign(text, place)) return place;
  return most;
}

/** Called for every character, so no regular expression: spaces, line ends, Unicode spaces. */
export function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a)
  );
}

const codes = (signs: string): Set<number> => new Set([...signs].map((sign) => sign.charCodeAt(0)));
const ends = codes(".!?…");
const wideEnds = codes("。！？");
const closing = codes("\"'”’»)]");

/** Whether a sentence ends before this offset. */
function endsSentence(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1);
  if (wideEnds.has(last)) return true;
  return isSpace(text, at) && ends.has(closing.has(last) ? text.charCodeAt(at - 2) : last);
}

export type PlaceKind = "gap" | "line" | "sentence" | "word";

const isPlace: Record<PlaceKind, (text: string, at: number) => boolean> = {
  gap: (text, at) => text[at] === "\n" && text[at + 1] === "\n",
  line: (text, at) => text[at] === "\n",
  sentence: endsSentence,
  word: (text, at) => isSpace(text, at),
};

/** The last boundary of a kind in [least, most]. */
export function lastPlace(text: string, kind: PlaceKind, least: number, most: number): number | undefined {
  for (let at = most; at >= least; at -= 1) if (isPlace[kind](text, at)) return at;
  return undefined;
}

/** The first boundary of a kind in [least, most]. */
export function firstPlace(text: string, kind: PlaceKind, least: number, most: number): number | undefined {
  for (let at = least; at <= most; at += 1) if (isPlace[kind](text, at)) return at;
  return undefined;
}

/** The first non-space character at or after an offset. */
export function skipSpace(text: string, at: number, most: number): number {
  let place = at;
  while (place < most && isSpace(text, place)) place += 1;
  return place;
}

/** The end of the last non-space character before an offset. */
export function trimmedEnd(text: string, least: number, at: number): number {
  let place = at;
  while (place > least && isSpace(text, place - 1)) place -= 1;
  return place;
}
