import { guideName } from "@/lib/constants/demo";
import { splitWords, toBlockQuote } from "./demo-words";

interface Passage {
  number: string;
  title: string;
  body: string;
}

const maxCited = 2;
const maxNext = 3;
const commonWords = new Set(
  "about could does from have into please should tell that their there this what when where which with would your".split(
    " ",
  ),
);

/** Passages in a search result: a number in brackets and a title, then the text. */
export function parsePassages(text: string): Passage[] {
  const start = text.search(/^\[\d+\] /m);
  if (start < 0) return [];
  return text
    .slice(start)
    .split(/\n\n(?=\[\d+\] )/)
    .flatMap((passage) => {
      const [, number, title, body = ""] = /^\[(\d+)\] ([^\n]+)\n([\s\S]*)/.exec(passage) ?? [];
      return number && title ? [{ number, title, body }] : [];
    });
}

/** The beginnings of the significant words, so that `approvals` matches `approve`. */
const findStems = (text: string): Set<string> =>
  new Set(splitWords(text).flatMap((word) => (word.length < 4 || commonWords.has(word) ? [] : word.slice(0, 4))));

/** The passages that share the most words with the question, with their citations; undefined if they share too few. */
export function citePassages(passages: Passage[], question: string): string | undefined {
  const stems = [...findStems(question)];
  const scores = passages.map(({ title, body }) =>
    [title, body].map(findStems).reduce((sum, found) => sum + stems.filter((stem) => found.has(stem)).length, 0),
  );
  const best = Math.max(...scores);
  if (best < Math.max(1, Math.min(2, stems.length))) return undefined;
  const cited = passages.filter((_, i) => scores[i] === best).slice(0, maxCited);
  if (!cited.every(({ title }) => title.startsWith(guideName)))
    return [
      "I quote the passages that match best; a connected model would answer from them in its own words.",
      ...cited.map(({ number, title, body }) => `**${title}** [${number}]\n\n${toBlockQuote(body)}`),
    ].join("\n\n");
  // Each section of the guide is a question and its answer.
  const answers = cited.map(({ number, body }) => `${body.slice(body.indexOf("\n")).trim()} [${number}]`);
  const others = passages.filter((one) => !cited.includes(one)).slice(0, maxNext);
  const next = others.map(({ body }) => `- ${body.split("\n", 1)}`);
  if (next.length > 0) answers.push(`You can also ask:\n\n${next.join("\n")}`);
  return answers.join("\n\n");
}
