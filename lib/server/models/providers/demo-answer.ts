import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

const textParts = (message: LanguageModelV4Message): string =>
  typeof message.content === "string"
    ? message.content
    : message.content
        .map((part) => (part.type === "text" ? part.text : ""))
        .join(" ")
        .trim();

const quoted = (text: string): string => `> ${text.slice(0, 600).replace(/\s*\n\s*/g, "\n> ")}`;

const code = [
  "```ts",
  "export function greet(name: string): string {",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be shown
  '  return `Hello, ${name.trim() || "stranger"}!`;',
  "}",
  "```",
].join("\n");

/** What the offline model says: deterministic, made from the conversation alone, and labelled as what it is. */
export function demoAnswer(prompt: LanguageModelV4Prompt): string {
  const said = prompt.filter((message) => message.role === "user").map(textParts);
  const question = said.at(-1) ?? "";
  const result = toolResult(prompt);
  if (result)
    return `The tool answered:\n\n${quoted(result)}\n\nThat is all I can make of it: I am the offline demo model.`;
  if (/\b(before|earlier|previous|remember|first)\b/i.test(question) && said.length > 1) return remembered(said);
  if (/\b(code|function|script|typescript|javascript|python)\b/i.test(question))
    return `Here is a small function, as an example of a code block:\n\n${code}\n\nI am the **offline demo model**: the same question always gets this answer. Connect a real model to get real code.`;
  if (/\b(list|steps|table|compare|plan)\b/i.test(question)) return listed(question);
  return plain(question);
}

function toolResult(prompt: LanguageModelV4Prompt): string | undefined {
  const last = prompt.at(-1);
  if (last?.role !== "tool") return undefined;
  return last.content
    .map((part) =>
      part.type === "tool-result"
        ? part.output.type === "text" || part.output.type === "error-text"
          ? part.output.value
          : JSON.stringify("value" in part.output ? part.output.value : part.output)
        : "",
    )
    .join("\n");
}

const remembered = (said: string[]): string =>
  `Before this you said:\n\n${said
    .slice(0, -1)
    .map((text, i) => `${i + 1}. ${text.slice(0, 200)}`)
    .join("\n")}\n\nThe whole conversation is sent with every question, so nothing is forgotten.`;

function words(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])];
}

function listed(question: string): string {
  const found = words(question).slice(0, 5);
  const rows = found.map((word, i) => `| ${i + 1} | ${word} | ${word.length} |`).join("\n");
  return `Here is your question taken apart:\n\n| # | Word | Letters |\n|---|---|---|\n${rows}\n\nAnd as steps:\n\n${found.map((word, i) => `${i + 1}. Think about **${word}**.`).join("\n")}\n\nI am the offline demo model, so this is about form, not about sense.`;
}

function plain(question: string): string {
  const found = words(question).slice(0, 6);
  const about =
    found.length > 0
      ? `Its main words are ${found.map((word) => `*${word}*`).join(", ")}.`
      : "It has no long words to speak of.";
  return [
    "I am the **offline demo model** of Muster. I need no key and no network, and I answer the same question the same way every time.",
    `You asked:\n\n${quoted(question || "(nothing)")}`,
    `${about} A real model would now answer it; I can show you how answers arrive: word by word, saved as they are written, and complete after a reload.`,
    "Try these next:\n\n- ask for a **list** or a **table**\n- ask for some **code**\n- ask what you said **before**",
  ].join("\n\n");
}
