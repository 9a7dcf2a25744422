import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

/** What a message says, without its files and calls. */
export const textIn = ({ content }: LanguageModelV4Message): string =>
  typeof content === "string"
    ? content
    : content
        .map((part) => (part.type === "text" ? part.text : ""))
        .join("\n")
        .trim();

export const userTexts = (prompt: LanguageModelV4Prompt): string[] =>
  prompt.filter(({ role }) => role === "user").map(textIn);

/** As a quotation in Markdown, in which paragraphs, lists and tables stay what they are. */
export const quoted = (text: string, most = 600): string => {
  const shown = text.length > most ? `${text.slice(0, most).trimEnd()} …` : text;
  const lines = shown
    .trim()
    .split("\n")
    .map((line) => line.trim());
  return lines
    .filter((line, i) => line !== "" || lines[i - 1] !== "")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
};

export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words that say what a text is about: each once, from four letters on, in their order. */
export const mainWords = (text: string, most: number): string[] =>
  [...new Set(wordsIn(text).filter((word) => [...word].length >= 4))].slice(0, most);

/** Pieces of about four characters, with the space before them; joined they are the text again. */
export const tokensOf = (text: string): string[] => text.match(/\s*\S{1,6}|\s+$/gu) ?? [];

const filler = "the model writes one more line of plain words so that a long text can be seen as it grows".split(" ");

/** Sentences of so many words in all, as paragraphs of 60. */
export function fillerWords(count: number): string {
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
