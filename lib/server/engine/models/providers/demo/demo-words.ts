import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";

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

/** A tool's result as text: JSON unless it is text already. */
export function toResultText({ output }: LanguageModelV4ToolResultPart): string {
  if (output.type === "text" || output.type === "error-text") return output.value;
  if (output.type === "execution-denied") return output.reason ?? "The call was not allowed.";
  return JSON.stringify(output.value);
}

/** The fields of a form in a task's prompt, as "- Label: value", by label in lower case. */
export const formFields = (text: string): Map<string, string> =>
  new Map(
    text.split("\n").flatMap((line) => {
      const at = line.startsWith("- ") ? line.indexOf(": ") : -1;
      return at > 0 ? [[line.slice(2, at).toLowerCase(), line.slice(at + 2).trim()] as const] : [];
    }),
  );

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
