import type { Draft, Drafts } from "./draft.ts";

/** Longer expected answers are graded by a judge: they hardly occur word for word. */
const containsMax = 200;
const rubricMax = 20_000;

const longNote = `Expected answers longer than ${containsMax} characters were imported as rubrics.`;
const shortNote = `Expected answers of up to ${containsMax} characters were imported as “Contains” checks.`;

/** Checks for an expected answer of which the file does not say how to compare it. */
export function toChecks(expected: unknown, place: string, drafts: Drafts): Draft["checks"] {
  if (expected === undefined || expected === null || expected === "") return [];
  const text = (typeof expected === "string" ? expected : JSON.stringify(expected)).trim();
  if (text === "") return [];
  if (text.length <= containsMax) {
    drafts.note(shortNote);
    return [{ type: "contains", value: text }];
  }
  if (text.length > rubricMax) {
    drafts.note(
      `The expected answer at ${place} is longer than ${rubricMax.toLocaleString("en")} characters and was skipped.`,
    );
    return [];
  }
  drafts.note(longNote);
  return [{ type: "judge", value: `The answer says the same as: ${text}` }];
}
