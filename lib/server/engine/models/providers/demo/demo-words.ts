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

/** The description in a task's prompt, or the whole message. */
export const readTask = (text: string): string =>
  text
    .replace(/^Your task: /, "")
    .split("\n\nExpected output: ", 1)
    .join();

/** The name under which scripts use a labeled value. */
export const toFactName = (label: string): string => label.toLowerCase().replaceAll(" ", "_");

/** The values of lines `- Label: value`, such as those of a form, by `label`. The first one counts. */
export function readFacts(text: string): Map<string, string> {
  const facts = new Map<string, string>();
  for (const part of text.split(/\n(?=- )|\n{2,}/)) {
    const [, label = "", value = ""] = /^- ([^:\n]{1,200}): ([\s\S]+)$/.exec(part) ?? [];
    const name = toFactName(label);
    if (label && !facts.has(name)) facts.set(name, value.trim());
  }
  return facts;
}

/** Tokens of about four characters, with the preceding space; joined they are the text again. */
export const splitTokens = (text: string): string[] => text.match(/\s*\S{1,6}|\s+$/gu) ?? [];

const filler = "This is filler text, so you can watch a long answer as it's generated.";

/** Sentences with at least this many words in all, in paragraphs of three. */
export function createFiller(count: number): string {
  const sentences = Math.ceil(count / filler.split(" ").length);
  return Array.from({ length: sentences }, (_, i) => `${filler}${i % 3 === 2 ? "\n\n" : " "}`)
    .join("")
    .trim();
}
