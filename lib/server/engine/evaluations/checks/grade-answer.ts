import type { Check, CheckResult, Outcome } from "@/lib/contract/testsets/checks";
import { checkArguments, checkForbidden, checkTools } from "./calls";
import { includes } from "./contains";
import type { AnswerFacts } from "./facts";
import { checkCost, checkFirstToken, checkNumber, checkRecall, checkSteps } from "./figures";
import { type Finding, failed, quote } from "./finding";
import { checkSchema } from "./json";
import { checkPattern } from "./patterns";

export type JudgeCheck = Extract<Check, { type: "judge" }>;

/** Grades an answer by a rubric. */
export type Judge = (check: JudgeCheck) => Promise<CheckResult>;

function checkEquals(value: string, text: string): Finding {
  const [expected, given] = [value.trim(), text.trim()];
  return expected === given ? undefined : failed(`Expected ${quote(expected)}, but the answer is ${quote(given)}.`);
}

async function runCheck(
  teamId: string,
  check: Exclude<Check, JudgeCheck>,
  facts: AnswerFacts,
  signal: AbortSignal,
): Promise<Finding> {
  switch (check.type) {
    case "equals":
      return checkEquals(check.value, facts.text);
    case "contains":
      if (await includes(facts.text, check.value, signal)) return undefined;
      return failed(`The answer doesn't contain ${quote(check.value)}.`);
    case "not_contains":
      if (!(await includes(facts.text, check.value, signal))) return undefined;
      return failed(`The answer contains ${quote(check.value)}.`);
    case "regex":
      return checkPattern(teamId, check.value, facts.text, signal);
    case "json_schema":
      return checkSchema(teamId, check.value, facts.text, signal);
    case "number":
      return checkNumber(check.value, facts.text);
    case "tools":
      return checkTools(check.value, facts.calls);
    case "arguments":
      return checkArguments(check.value, facts.calls);
    case "forbidden_tool":
      return checkForbidden(check.value, facts.calls);
    case "max_steps":
      return checkSteps(check.value, facts);
    case "max_cost":
      return checkCost(check.value, facts);
    case "max_first_token":
      return checkFirstToken(check.value, facts);
    case "recall":
      return checkRecall(check.value, facts);
    default:
      return check satisfies never;
  }
}

/** One result per check, in order. Throws the signal's reason. */
export async function gradeAnswer(
  teamId: string,
  checks: readonly Check[],
  facts: AnswerFacts,
  judge: Judge,
  signal: AbortSignal,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    signal.throwIfAborted();
    if (check.type === "judge") results.push(await judge(check));
    else {
      const { outcome, reason } = (await runCheck(teamId, check, facts, signal)) ?? { outcome: "passed", reason: null };
      results.push({ type: check.type, outcome, reason });
    }
  }
  return results;
}

/** A failed check decides, even if others were not measured. */
export function toOutcome(results: readonly Pick<CheckResult, "outcome">[]): Outcome {
  if (results.some(({ outcome }) => outcome === "failed")) return "failed";
  return results.some(({ outcome }) => outcome === "not_measured") ? "not_measured" : "passed";
}
