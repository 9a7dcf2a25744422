import type { Check, CheckResult, Outcome } from "@/lib/contract/testsets/checks";
import { formatCost, formatDuration } from "@/lib/utils/text/format-figures";
import { pluralize } from "@/lib/utils/text/pluralize";
import { truncate } from "@/lib/utils/text/truncate";
import { findMisfit } from "../../../platform/json-schema/check-arguments";
import { findFirstNumber } from "./number";
import { matchesPattern } from "./pattern";
import type { AnswerFacts } from "./read-facts";
import { contains, findToolsProblem } from "./tool-checks";

type JudgeCheck = Extract<Check, { type: "judge" }>;
export type Judge = (check: JudgeCheck) => Promise<CheckResult>;

/** JSON of this length is parsed without a noticeable pause. */
const maxJsonChars = 1_000_000;

const quote = (text: string): string => {
  const line = truncate(text.replace(/\s+/g, " ").trim(), 120);
  return line ? `“${line}${text.length > line.length + 40 ? "…" : ""}”` : "nothing";
};

/** Why a check failed; `unknown`: it could not be measured. Undefined: it passed. */
type Problem = string | { unknown: string } | undefined;

const findTextProblem = (isMet: boolean, sentence: string): Problem => (isMet ? undefined : sentence);

function findNumberProblem(
  { min = -Infinity, max = Infinity }: { min?: number | undefined; max?: number | undefined },
  text: string,
): Problem {
  const found = findFirstNumber(text);
  if (found === undefined) return "The answer has no number.";
  if (found < min) return `The first number is ${found}, below the minimum of ${min}.`;
  return found > max ? `The first number is ${found}, above the maximum of ${max}.` : undefined;
}

async function findSchemaProblem(teamId: string, schema: object, text: string, signal: AbortSignal): Promise<Problem> {
  if (text.length > maxJsonChars) return { unknown: "The answer is too long to be checked against a JSON schema." };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `The answer isn't JSON. It is ${quote(text)}.`;
  }
  const misfit = await findMisfit(teamId, schema, value, signal);
  return misfit && `The answer doesn't match the JSON schema: ${truncate(misfit, 500)}.`;
}

function findRecallProblem({ documents, min }: { documents: string[]; min: number }, facts: AnswerFacts): Problem {
  const isFound = (wanted: string) =>
    facts.documents.some(({ documentId, title }) => documentId === wanted || title === wanted);
  const missing = documents.filter((wanted) => !isFound(wanted));
  const recall = 1 - missing.length / documents.length;
  if (recall >= min) return undefined;
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  return `Found ${percent(recall)} of the documents, below ${percent(min)}. Missing: ${quote(missing.join(", "))}.`;
}

function findLimitProblem(
  figure: number | null,
  max: number,
  format: (value: number) => string,
  what: string,
): Problem {
  if (figure === null) return { unknown: `The ${what} isn't known.` };
  return figure <= max ? undefined : `The ${what} is ${format(figure)}, above ${format(max)}.`;
}

async function findProblem(
  teamId: string,
  check: Exclude<Check, JudgeCheck>,
  facts: AnswerFacts,
  signal: AbortSignal,
): Promise<Problem> {
  const { text, calls } = facts;
  switch (check.type) {
    case "equals":
      return findTextProblem(
        text.trim() === check.value.trim(),
        `The answer isn't ${quote(check.value)}. It is ${quote(text)}.`,
      );
    case "contains":
      return findTextProblem(text.includes(check.value), `The answer doesn't contain ${quote(check.value)}.`);
    case "not_contains":
      return findTextProblem(!text.includes(check.value), `The answer contains ${quote(check.value)}.`);
    case "regex": {
      const isMatch = matchesPattern(check.value, text);
      if (isMatch === undefined) return { unknown: "The answer is too long for this pattern." };
      return findTextProblem(isMatch, `The answer doesn't match the pattern ${quote(check.value)}.`);
    }
    case "json_schema":
      return findSchemaProblem(teamId, check.value, text, signal);
    case "number":
      return findNumberProblem(check.value, text);
    case "tools":
      return findToolsProblem(check.value, facts);
    case "arguments": {
      const { tool, arguments: wanted } = check.value;
      const isMet = calls.some(({ name, input }) => name === tool && contains(input, wanted));
      return findTextProblem(isMet, `No call of ${tool} has the arguments ${quote(JSON.stringify(wanted))}.`);
    }
    case "forbidden_tool":
      return findTextProblem(!calls.some(({ name }) => name === check.value), `The tool ${check.value} was called.`);
    case "max_steps":
      return findLimitProblem(facts.steps, check.value, (value) => pluralize(value, "model call"), "number of steps");
    case "max_cost":
      return findLimitProblem(facts.costUsd, check.value, formatCost, "cost");
    case "max_first_token":
      return findLimitProblem(facts.firstTokenMs, check.value, formatDuration, "time to the first token");
    case "recall":
      return findRecallProblem(check.value, facts);
  }
}

/** Grades an answer by each check, in order. Throws the signal's reason. */
export async function gradeAnswer(
  teamId: string,
  checks: readonly Check[],
  facts: AnswerFacts,
  signal: AbortSignal,
  judge: Judge,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (check.type === "judge") results.push(await judge(check));
    else {
      const { type } = check;
      const problem = await findProblem(teamId, check, facts, signal);
      if (problem === undefined) results.push({ type, outcome: "passed", reason: null });
      else if (typeof problem === "string") results.push({ type, outcome: "failed", reason: problem });
      else results.push({ type, outcome: "not_measured", reason: problem.unknown });
    }
  }
  return results;
}

/** A failed check decides, then one that was not measured. */
export function toOutcome(results: readonly Pick<CheckResult, "outcome">[]): Outcome {
  return (
    (["failed", "not_measured"] as const).find((one) => results.some(({ outcome }) => outcome === one)) ?? "passed"
  );
}
