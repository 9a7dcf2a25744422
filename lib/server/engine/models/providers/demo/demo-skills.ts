import { answerScript } from "./demo-scripts";
import { readTask, splitWords } from "./demo-words";

interface Question {
  question: string;
  /** What the user said before it, oldest first. */
  earlier: string[];
}

type Skill = (context: Question) => string | undefined;

/** The first skill that applies generates the response. */
const skills: Skill[] = [answerGreeting, recallMessages, countUp, calculate, planTrip, writeCode];

/** The response to the last of the user's messages, if a skill applies. */
export function answerBySkill(texts: string[]): string | undefined {
  const context = { question: readTask(texts.at(-1) ?? ""), earlier: texts.slice(0, -1) };
  let answer: string | undefined;
  for (const skill of skills) answer ??= skill(context);
  return answer;
}

function answerGreeting({ question }: Question): string | undefined {
  if (
    !/^(hi|hello|hey|good (morning|afternoon|evening)|hei|hola|bonjour|hallo)\b/i.test(question) ||
    splitWords(question).length > 5
  )
    return undefined;
  return "Hello! I'm Muster's **offline demo model**. My answers are scripted. Try **plan a trip**, **write some code**, **count to 20** or **what did I say before?**";
}

function recallMessages({ question, earlier }: Question): string | undefined {
  if (!/\b(did|have) i (say|said|ask|asked|tell|told)\b/i.test(question)) return undefined;
  if (earlier.length === 0) return "This is your first message in this session, so there is nothing before it.";
  const lines = earlier.map((text, i) => `${i + 1}. ${text.replace(/\s+/g, " ").slice(0, 200)}`);
  return `Earlier in this session, you said:\n\n${lines.join("\n")}\n\nEach question is sent to the model with the session's earlier messages.`;
}

function countUp({ question }: Question): string | undefined {
  const to = /\bcount (?:up )?(?:from 1 )?to (\d{1,4})\b/i.exec(question)?.[1];
  if (to === undefined) return undefined;
  const last = Math.min(Math.max(Number(to), 1), 500);
  return Array.from({ length: last }, (_, i) => i + 1).join(", ");
}

function calculate({ question }: Question): string | undefined {
  const [, left, sign = "", right] =
    /(?:^|\b(?:calculate|what is|what's|how much is) )(-?\d{1,15}(?:\.\d{1,9})?)\s?([-+*/×÷x])\s?(-?\d{1,15}(?:\.\d{1,9})?)/i.exec(
      question,
    ) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const [one, other] = [Number(left), Number(right)];
  if (/[/÷]/.test(sign) && other === 0) return "A number can't be divided by zero.";
  const value = sign === "+" ? one + other : sign === "-" ? one - other : /[/÷]/.test(sign) ? one / other : one * other;
  return `${left} ${/[x*]/i.test(sign) ? "×" : sign} ${right} = **${Number(value.toPrecision(12))}**`;
}

function planTrip({ question }: Question): string | undefined {
  if (!/\btrip\b/i.test(question) || !/\b(plan|steps?|list|table)\b/i.test(question)) return undefined;
  return answerScript("Plan a trip");
}

const codePattern = /\b(code|function|script|snippet|typescript|javascript|python|sql|bash)\b/i;

function writeCode({ question }: Question): string | undefined {
  if (!/\b(write|show|give|some)\b/i.test(question) || !codePattern.test(question)) return undefined;
  const language = /python|sql|bash/i.exec(question)?.[0].toLowerCase() ?? "typescript";
  return answerScript(`Write code in ${language}`);
}
