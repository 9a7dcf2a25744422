import { findPromptNames } from "@/lib/utils/text/prompt-names";
import type { Branch, Case, Condition, Within } from "./branch";
import type { BranchStep, Step } from "./flow";

/** The id of the case that every decision has: it is taken when no other case matches. */
export const defaultCase = "default";
/** The id of the only case of an iteration. */
export const itemCase = "each_item";
/** In the prompts and branches of an iteration: the current item, and its number. */
export const itemVariable = "item";
export const itemNumberVariable = "item_number";

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

export const isIteration = (step: Step): step is BranchStep => step.kind === "branch" && step.by === "items";

/** All cases of a branch, the default one last. An iteration has one case. */
export const listCases = ({
  by,
  name,
  cases,
  defaultName,
}: Pick<Branch, "by" | "name" | "cases" | "defaultName">): Pick<Case, "id" | "name">[] =>
  by === "items"
    ? [{ id: itemCase, name: `each item of ${name}` }]
    : [...cases.map((one) => ({ id: one.id, name: one.name })), { id: defaultCase, name: defaultName }];

/** The steps within a branch or iteration, also those in branches within it. `steps` are in order. */
export function listInside<S extends { within: Within | null }>(
  steps: readonly S[],
  branchId: string,
  toId: (step: S) => string,
): S[] {
  const ids = new Set([branchId]);
  return steps.filter((step) => {
    const isInside = step.within !== null && ids.has(step.within.branch);
    if (isInside) ids.add(toId(step));
    return isInside;
  });
}

export const listBody = (steps: readonly Step[], iterationId: string): Step[] =>
  listInside(steps, iterationId, toStepId);

/** The iteration that a step is in. `steps` are in order. */
export const findIteration = (steps: readonly Step[], step: Step): BranchStep | undefined =>
  steps.filter(isIteration).find(({ id }) => listBody(steps, id).includes(step));

/** What a step can wait for: the steps before it, and in an iteration none that comes after the iteration and outside it. */
export function listEarlier(steps: readonly Step[], at: number): Step[] {
  const step = steps[at];
  const earlier = steps.slice(0, at);
  const iteration = step && findIteration(steps, step);
  if (!iteration) return earlier;
  const body = listBody(steps, iteration.id);
  const start = steps.indexOf(iteration);
  return earlier.filter((one, i) => i <= start || body.includes(one));
}

/** The conditions of a case, its own one first. */
export const listConditions = ({ conditions = [], ...first }: Case): [Condition, ...Condition[]] => [
  first,
  ...conditions,
];

/** Where a value comes from. */
export type Source = Pick<Condition, "sourceTaskId" | "field" | "variable">;

/** Where the value of a condition comes from: from the branch, unless it names a task or variable. */
export const toSource = (branch: Source, condition: Source): Source =>
  condition.sourceTaskId || condition.variable ? condition : branch;

/** The name of the variable that a source is. */
export const toVariable = ({ sourceTaskId, variable }: Source): string => (sourceTaskId ? "" : (variable ?? ""));

/** Whether it reads a task's output or a variable: to compare it, or as the list of an iteration. */
export const hasSource = ({ by }: Pick<Branch, "by">): boolean => by === "value" || by === "items";

/** What a branch compares, or the list of an iteration. */
const listSources = (branch: Pick<Branch, keyof Source | "by" | "cases">): Source[] =>
  hasSource(branch) ? [branch, ...branch.cases.flatMap(listConditions)] : [];

/** The tasks whose outputs a branch compares, or whose items an iteration takes. */
export const listSourceTasks = (branch: Parameters<typeof listSources>[0]): string[] => [
  ...new Set(listSources(branch).flatMap(({ sourceTaskId }) => sourceTaskId || [])),
];

/** The names of the variables that a branch reads: those that it compares or iterates over, or those in its instructions. */
export function listBranchNames(branch: Omit<Branch, "id" | "name" | "modelId">): string[] {
  if (hasSource(branch)) return [...new Set(listSources(branch).flatMap((source) => toVariable(source) || []))];
  const { instructions, cases, defaultName } = branch;
  return findPromptNames(instructions, ...cases.flatMap(({ name, description }) => [name, description]), defaultName);
}

/** The names of the variables that branches read. In a process with an iteration, those of the current item are no variables. */
export function listReadNames(branches: readonly Branch[] = []): string[] {
  const ofItem = branches.some(({ by }) => by === "items") ? [itemVariable, itemNumberVariable] : [];
  return [...new Set(branches.flatMap(listBranchNames))].filter((name) => !ofItem.includes(name));
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
  const chosen = cases.filter(({ id }) => within?.cases.includes(id));
  if (chosen.length === 0) return undefined;
  const names = caseList.format(chosen.map(({ name }) => name));
  return chosen[0]?.id === itemCase ? `For ${names}` : `If ${names}`;
}
