import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import { pluralize } from "@/lib/utils/text/pluralize";
import { createCodeSample } from "./demo-code";
import { runExampleTask } from "./demo-examples";
import { answerTour, planTrip } from "./demo-tour";
import { splitWords, toBlockQuote, toResultText, userTexts } from "./demo-words";

const label = "*Offline demo model: no key, no network, and the same question always gets the same answer.*";

interface Question {
  question: string;
  /** What the user said before it, oldest first. */
  earlier: string[];
}

type Skill = (context: Question) => string | undefined;

/** The first skill that applies generates the response. */
const skills: Skill[] = [
  answerGreeting,
  answerName,
  recallMessages,
  countUp,
  calculate,
  summarize,
  createCodeSample,
  planTrip,
  answerTour,
];

/** The offline model's response, derived from the conversation and labeled as a demo. */
export function createDemoAnswer(prompt: LanguageModelV4Prompt): string {
  const texts = userTexts(prompt);
  const context = { question: texts.at(-1) ?? "", earlier: texts.slice(0, -1) };
  let answer = runExampleTask(prompt, context.question) ?? answerToolResults(prompt);
  for (const skill of skills) answer ??= skill(context);
  return `${[answer ?? describeQuestion(context), describeAttachments(prompt)].filter((text) => text !== "").join("\n\n")}\n\n${label}`;
}

function answerToolResults(prompt: LanguageModelV4Prompt): string | undefined {
  const last = prompt.at(-1);
  if (last?.role !== "tool") return undefined;
  const results = last.content.filter((part) => part.type === "tool-result");
  const passages = results.flatMap((part) => parsePassages(toResultText(part)));
  if (passages.length > 0) return citePassages(passages);
  const shown = results.map(
    (part) => `\`${part.toolName}\` ${isFailed(part) ? "failed" : "answered"}:\n\n${toBlockQuote(toResultText(part))}`,
  );
  const calls = results.length === 1 ? "I called a tool for this." : `I called ${results.length} tools for this.`;
  return `${calls}\n\n${shown.join("\n\n")}`;
}

const maxPassages = 3;

/** Passages in a search result: a number in brackets and a title, then the text. */
function parsePassages(text: string): { number: string; title: string; body: string }[] {
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

function citePassages(passages: { number: string; title: string; body: string }[]): string {
  const shown = passages
    .slice(0, maxPassages)
    .map(({ number, title, body }) => `**${title}** [${number}]\n\n${toBlockQuote(body)}`);
  return `This is what your documents say:\n\n${shown.join("\n\n")}`;
}

const isFailed = ({ output }: LanguageModelV4ToolResultPart) =>
  output.type.startsWith("error") || output.type === "execution-denied";

function describeAttachments(prompt: LanguageModelV4Prompt): string {
  const content = prompt.findLast(({ role }) => role === "user")?.content;
  if (!Array.isArray(content)) return "";
  const names = content.flatMap((part) => (part.type === "file" ? [part.filename ?? part.mediaType] : []));
  return names.length > 0
    ? `With it came ${names.map((name) => `\`${name}\``).join(", ")}, which I cannot look into.`
    : "";
}

function answerGreeting({ question }: Question): string | undefined {
  if (
    !/^(hi|hello|hey|good (morning|afternoon|evening)|hei|hola|bonjour|hallo)\b/i.test(question) ||
    splitWords(question).length > 5
  )
    return undefined;
  return "Hello! I am the **offline demo model** of Muster. Ask **what can you do?** for a short tour, or try some **code**, **count to 20** or **what did I say before?**";
}

function answerName({ question, earlier }: Question): string | undefined {
  if (!/\bwhat('s| is) my name\b/i.test(question)) return undefined;
  const name = earlier.flatMap((text) => /\bmy name is (\p{L}[\p{L}'-]*)/iu.exec(text)?.[1] ?? []).at(-1);
  return name ? `Your name is **${name}**, as you told me earlier.` : "You have not told me your name yet.";
}

function recallMessages({ question, earlier }: Question): string | undefined {
  if (!/\b(before|earlier|previous(ly)?|remember|so far|(did|have) i (say|said|ask|asked|tell|told))\b/i.test(question))
    return undefined;
  if (earlier.length === 0) return "This is your first message in this conversation, so there is nothing before it.";
  const lines = earlier.map((text, i) => `${i + 1}. ${text.replace(/\s+/g, " ").slice(0, 200)}`);
  return `Before this you said:\n\n${lines.join("\n")}\n\nThe conversation is sent along with every question, so nothing is forgotten.`;
}

function countUp({ question }: Question): string | undefined {
  const to = /\bcount (?:up )?(?:from 1 )?to (\d{1,4})\b/i.exec(question)?.[1];
  if (to === undefined) return undefined;
  const last = Math.min(Math.max(Number(to), 1), 500);
  return Array.from({ length: last }, (_, i) => i + 1).join(", ");
}

function calculate({ question }: Question): string | undefined {
  const [, left, sign = "", right] =
    /(?<![\d.])(-?\d{1,15}(?:\.\d{1,9})?)\s?([-+*/×÷x])\s?(-?\d{1,15}(?:\.\d{1,9})?)/.exec(question) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const [one, other] = [Number(left), Number(right)];
  if (/[/÷]/.test(sign) && other === 0) return "You cannot divide by zero.";
  const value = sign === "+" ? one + other : sign === "-" ? one - other : /[/÷]/.test(sign) ? one / other : one * other;
  return `${left} ${sign === "x" || sign === "*" ? "×" : sign} ${right} = **${Number(value.toPrecision(12))}**`;
}

function summarize({ question, earlier }: Question): string | undefined {
  if (!/\b(summar(y|ise|ize)|how many words|tl;?dr)\b/i.test(question)) return undefined;
  const body = splitWords(question).length < 12 ? (earlier.at(-1) ?? question) : question;
  const words = splitWords(body);
  const counts = new Map<string, number>();
  for (const word of words.filter(({ length }) => length >= 4)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, 5);
  const rows = frequent.map(([word, times]) => `| ${word} | ${times} |`).join("\n");
  return `The text has **${pluralize(words.length, "word")}**. It begins:\n\n${toBlockQuote(body, 120)}\n\n| Word | Times |\n|---|---|\n${rows}`;
}

/** For what has no script. */
function describeQuestion({ question }: Question): string {
  return [
    "I am the **offline demo model** of Muster. I only have scripted answers, and none of them fits this message:",
    toBlockQuote(question || "(nothing)"),
    "Connect a model under **Models** to get real answers. Or try one of these:",
    "- What can you do?\n- How do I connect my own model?\n- Show me a list of steps to plan a trip",
  ].join("\n\n");
}
