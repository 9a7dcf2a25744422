import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

/** A message's text, without files and calls. */
const getText = ({ content }: LanguageModelV4Message): string =>
  typeof content === "string"
    ? content
    : content
        .map((part) => (part.type === "text" ? part.text : ""))
        .join("\n")
        .trim();

export const userTexts = (prompt: LanguageModelV4Prompt): string[] =>
  prompt.filter(({ role }) => role === "user").map(getText);

/** A Markdown block quote that preserves paragraphs, lists and tables. */
export const toBlockQuote = (text: string, maxChars = 600): string => {
  const truncated = text.length > maxChars ? `${text.slice(0, maxChars).trimEnd()} …` : text;
  const lines = truncated
    .trim()
    .split("\n")
    .map((line) => line.trim());
  return lines
    .filter((line, i) => line !== "" || lines[i - 1] !== "")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
};

export const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The significant words of a text: unique, four letters or more, in order. */
export const findMainWords = (text: string, maxWords: number): string[] =>
  [...new Set(splitWords(text).filter((word) => [...word].length >= 4))].slice(0, maxWords);

/** Tokens of about four characters, with the preceding space; joined they are the text again. */
export const splitTokens = (text: string): string[] => text.match(/\s*\S{1,6}|\s+$/gu) ?? [];

const filler = "the model writes one more line of plain words so that a long text can be seen as it grows".split(" ");

/** Sentences with this many words in all, in paragraphs of 60. */
export function createFiller(count: number): string {
  const words = Array.from({ length: count }, (_, i) => {
    const word = filler[i % filler.length] ?? "";
    const starts = i % filler.length === 0;
    const ends = i % filler.length === filler.length - 1 || i === count - 1;
    return `${starts ? word.charAt(0).toUpperCase() + word.slice(1) : word}${ends ? "." : ""}`;
  });
  const size = filler.length * 3;
  return Array.from({ length: Math.ceil(count / size) }, (_, i) =>
    words.slice(i * size, (i + 1) * size).join(" "),
  ).join("\n\n");
}
