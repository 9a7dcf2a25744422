import { log } from "../../../platform/log/log";
import type { AskModel } from "./ask-model";

const maxParaphrases = 3;
const maxLength = 500;

const instructions =
  "Rewrite the question in three ways, using words that a document with the answer might use. Keep names and numbers. Reply with only the three questions, one per line.";

/** Paraphrases of the question by a model; none when the call fails. The question itself is always searched. */
export async function rephraseQuestion(ask: AskModel, question: string): Promise<string[]> {
  try {
    const lines = (await ask(instructions, question)).split("\n");
    const cleaned = lines.map((line) =>
      line
        .replace(/^\s*(?:[-*•]|\d+[.)])\s*/, "")
        .trim()
        .slice(0, maxLength),
    );
    return [...new Set(cleaned)].filter((line) => line !== "" && line !== question).slice(0, maxParaphrases);
  } catch (error) {
    log().warn({ err: error }, "could not rephrase a question");
    return [];
  }
}
