const wordsOf = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
const termsMost = 40;

/** Words that say nothing of what is looked for. */
const fillers = new Set(
  (
    "a an and are as at be by can did do does for from had has have how i if in into is it its me my no not of on or our " +
    "she he so than that the their them then there these they this to us was we were what when where which who whom why " +
    "will with would you your"
  ).split(" "),
);

/** The words of questions that a passage can be marked by, each once. */
export function termsOf(questions: readonly string[]): string[] {
  const words = questions.flatMap((question) => question.toLowerCase().match(wordsOf) ?? []);
  return [...new Set(words.filter((word) => !fillers.has(word)))].slice(0, termsMost);
}

/** How much of a word has to be the same: "closing" is marked for "close", "quayside" for "quay". */
const stemOf = (term: string): string =>
  term.length > 5 ? term.slice(0, -2) : term.length > 4 ? term.slice(0, -1) : term;

export interface MarkedPart {
  text: string;
  hit: boolean;
}

/** A text cut into what is one of the terms, or begins like it, and what lies between. */
export function markTerms(text: string, terms: readonly string[]): MarkedPart[] {
  const stems = terms.map(stemOf);
  const parts: MarkedPart[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(wordsOf)) {
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

/** Neighbouring chunks share some text: what the second adds to the first. */
export function withoutOverlap(before: string, text: string): string {
  for (let length = Math.min(before.length, text.length); length > 0; length -= 1)
    if (before.endsWith(text.slice(0, length))) return text.slice(length);
  return text;
}
