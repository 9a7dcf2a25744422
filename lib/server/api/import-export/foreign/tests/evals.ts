import { escapePattern } from "../../../../engine/evaluations/import/assertions.ts";
import { Drafts } from "../../../../engine/evaluations/import/draft.ts";
import { toChecks } from "../../../../engine/evaluations/import/expectation.ts";
import type { ForeignCase, ParsedFile } from "../shared/foreign.ts";
import { asText, isRecord, type Json } from "../shared/values.ts";
import { toConversation } from "./conversation.ts";
import type { TestDrafts } from "./test-drafts.ts";

/** A sample of OpenAI Evals: messages or a text, and the ideal answer. */
const isSample = (value: unknown): value is Json =>
  isRecord(value) && "ideal" in value && (Array.isArray(value.input) || typeof value.input === "string");

/** JSON Lines of samples; the first decides. */
export const recognizesEvals = ({ value }: ParsedFile): boolean => isSample(Array.isArray(value) ? value[0] : value);

/** Of a regular expression. */
const maxPattern = 2_000;

/** Several ideal answers are alternatives. */
function toIdealChecks(ideal: unknown): { checks: ForeignCase["checks"]; notes: string[] } {
  const answers = (Array.isArray(ideal) ? ideal : [ideal]).map(asText).filter((text) => text.trim() !== "");
  if (answers.length < 2) {
    const drafts = new Drafts();
    const checks = toChecks(answers[0], "this test", drafts);
    return { checks, notes: checks.length > 0 ? drafts.notes : ["It has no ideal answer: add a check."] };
  }
  const value = answers.map(escapePattern).join("|");
  if (value.length > maxPattern)
    return { checks: [], notes: ["Its ideal answers are too long together: add a check."] };
  return { checks: [{ type: "regex", value }], notes: ["The answer must contain one of the ideal answers."] };
}

/** Adds a case for each sample. The file doesn't say how answers are compared: they must contain the ideal one. */
export function readEvals({ value, path }: ParsedFile, drafts: TestDrafts): void {
  for (const [i, sample] of (Array.isArray(value) ? value : [value]).entries()) {
    const part = drafts.part(`${path}: test ${i + 1}`, "test");
    if (!isSample(sample)) {
      part.left("It isn't a sample with “input” and “ideal”.");
      continue;
    }
    const { input, history, notes } = toConversation(
      Array.isArray(sample.input) ? sample.input : [{ role: "user", content: sample.input }],
    );
    const { checks, notes: more } = toIdealChecks(sample.ideal);
    if (input === "") part.left("It has no message.");
    else drafts.keep(part, { input, history, variables: {}, checks }, [...notes, ...more]);
  }
}
