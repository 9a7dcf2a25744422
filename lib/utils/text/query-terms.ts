const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
const maxTerms = 40;

/** Stop words. */
const stopWords = new Set(
  (
    "a an and are as at be by can did do does for from had has have how i if in into is it its me my no not of on or our " +
    "she he so than that the their them then there these they this to us was we were what when where which who whom why " +
    "will with would you your"
  ).split(" "),
);

/** Returns the words of queries to mark in a passage, each once. */
export function extractTerms(questions: readonly string[]): string[] {
  const words = questions.flatMap((question) => question.toLowerCase().match(wordPattern) ?? []);
  return [...new Set(words.filter((word) => !stopWords.has(word)))].slice(0, maxTerms);
}

/** Returns the prefix that a word must start with to match: "closing" matches "close". */
const findStem = (term: string): string =>
  term.length > 5 ? term.slice(0, -2) : term.length > 4 ? term.slice(0, -1) : term;

interface MarkedPart {
  text: string;
  hit: boolean;
}

/** Splits a text into parts that match a term and parts that do not. */
export function markTerms(text: string, terms: readonly string[]): MarkedPart[] {
  const stems = terms.map(findStem);
  const parts: MarkedPart[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const small = word.toLowerCase();
    const hit = stems.some((stem, i) => small === terms[i] || (stem.length > 2 && small.startsWith(stem)));
    if (!hit) continue;
    if (index > from) parts.push({ text: text.slice(from, index), hit: false });
    parts.push({ text: word, hit: true });
    from = index + word.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), hit: false });
  return parts;
}

/** Returns what the second of two overlapping chunks adds to the first. */
export function removeOverlap(before: string, text: string): string {
  for (let length = Math.min(before.length, text.length); length > 0; length -= 1)
    if (before.endsWith(text.slice(0, length))) return text.slice(length);
  return text;
}
