/** Combining marks, variation selectors and skin tones. */
const joins = /^(?:\p{M}|\p{Emoji_Modifier})/u;
const joiner = "\u200d";
const maxCluster = 32;

const isLowSurrogate = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text[at] ?? "");

/** Whether a split here would break a grapheme. */
function splitsGrapheme(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const next = text.slice(at, at + 2);
  return isLowSurrogate(text, at) || joins.test(next) || next.startsWith(joiner) || text[at - 1] === joiner;
}

/** The nearest offset at or before `at`, after `least`, that splits no grapheme, or at least no surrogate pair. */
export function findGraphemeBefore(text: string, at: number, min: number): number {
  for (let place = at; place > min && place > at - maxCluster; place -= 1)
    if (!splitsGrapheme(text, place)) return place;
  if (!isLowSurrogate(text, at)) return at;
  return at - 1 > min ? at - 1 : at + 1;
}

/** The first offset from `at` on that splits no grapheme, or `most` if none is near. */
export function findGraphemeAfter(text: string, at: number, max: number): number {
  for (let place = at; place < Math.min(max, at + maxCluster); place += 1)
    if (!splitsGrapheme(text, place)) return place;
  return max;
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
function isSentenceEnd(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1);
  if (wideEnds.has(last)) return true;
  return isSpace(text, at) && ends.has(closing.has(last) ? text.charCodeAt(at - 2) : last);
}

export type BoundaryKind = "gap" | "line" | "sentence" | "word";

const isBoundary: Record<BoundaryKind, (text: string, at: number) => boolean> = {
  gap: (text, at) => text[at] === "\n" && text[at + 1] === "\n",
  line: (text, at) => text[at] === "\n",
  sentence: isSentenceEnd,
  word: (text, at) => isSpace(text, at),
};

/** The last boundary of a kind in [least, most]. */
export function findLastBoundary(text: string, kind: BoundaryKind, min: number, max: number): number | undefined {
  for (let at = max; at >= min; at -= 1) if (isBoundary[kind](text, at)) return at;
  return undefined;
}

/** The first boundary of a kind in [least, most]. */
export function findFirstBoundary(text: string, kind: BoundaryKind, min: number, max: number): number | undefined {
  for (let at = min; at <= max; at += 1) if (isBoundary[kind](text, at)) return at;
  return undefined;
}

/** The first non-space character at or after an offset. */
export function skipSpace(text: string, at: number, max: number): number {
  let place = at;
  while (place < max && isSpace(text, place)) place += 1;
  return place;
}

/** The end of the last non-space character before an offset. */
export function trimEnd(text: string, min: number, at: number): number {
  let place = at;
  while (place > min && isSpace(text, place - 1)) place -= 1;
  return place;
}
