import { findPromptNames } from "@/lib/utils/text/prompt-names";
import type { Branch, Case, Within } from "./branch";
import type { Step } from "./flow";

/** The id of the case that every branch has: it is taken when no other case matches. */
export const defaultCase = "default";

export const operators = [
  "equals",
  "notEquals",
  "contains",
  "notContains",
  "startsWith",
  "endsWith",
  "greaterThan",
  "lessThan",
  "isEmpty",
  "isNotEmpty",
] as const;
export type Operator = (typeof operators)[number];
export const hasOperand = (operator: Operator): boolean => operator !== "isEmpty" && operator !== "isNotEmpty";

export const toStepId = (step: Step): string => (step.kind === "task" ? step.taskId : step.id);
export const isTaskStep = <S extends { kind: string }>(step: S): step is Extract<S, { kind: "task" }> =>
  step.kind === "task";
export const isBranchStep = <S extends { kind: string }>(step: S): step is Extract<S, { kind: "branch" }> =>
  step.kind === "branch";

/** All cases of a branch, the default one last. */
export const listCases = ({
  cases,
  defaultName,
}: Pick<Branch, "cases" | "defaultName">): Pick<Case, "id" | "name">[] => [
  ...cases.map(({ id, name }) => ({ id, name })),
  { id: defaultCase, name: defaultName },
];

/** The names of the variables that a branch reads: the one that it compares, or those in the instructions of a classification. */
export function listBranchNames({
  by,
  sourceTaskId,
  variable,
  ...branch
}: Pick<Branch, "by" | "sourceTaskId" | "variable" | "instructions" | "defaultName"> & {
  cases: readonly Pick<Case, "name" | "description">[];
}): string[] {
  if (by === "value") return sourceTaskId || !variable ? [] : [variable];
  const { instructions, cases, defaultName } = branch;
  return findPromptNames(instructions, ...cases.flatMap(({ name, description }) => [name, description]), defaultName);
}

export const listBranchModels = (branches: readonly Branch[]): string[] => [
  ...new Set(branches.flatMap(({ modelId }) => modelId ?? [])),
];

const caseList = new Intl.ListFormat("en", { type: "disjunction" });

/** When a step runs, such as `If Complaint`; undefined: always. `cases` are those of its branch. */
export function describeCondition(
  within: Within | null,
  cases: readonly Pick<Case, "id" | "name">[],
): string | undefined {
  const names = cases.filter(({ id }) => within?.cases.includes(id)).map(({ name }) => name);
  return names.length > 0 ? `If ${caseList.format(names)}` : undefined;
}
