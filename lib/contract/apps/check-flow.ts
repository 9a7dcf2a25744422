import { variableNamePattern, variableNameRule } from "@/lib/constants/variable-names";
import type { BranchStep, Flow, Step } from "./flow";
import { findIteration, hasOperand, listCases, listConditions, listEarlier, toStepId } from "./steps";

/** Where issues go, such as the context of a Zod refinement. */
interface Issues {
  addIssue(issue: { code: "custom"; path: (string | number)[]; message: string }): void;
}

const hasUnusableName = (variable = ""): boolean => !variableNamePattern.test(variable);

const notReached = "A step in an iteration can depend only on steps before the iteration or in it.";

/** Each step comes once, and after those that it waits for. */
export function checkFlow({ steps }: Flow, issues: Issues): void {
  const earlier = new Map<string, Step>();
  for (const [i, step] of steps.entries()) {
    const add = (field: string, message: string) =>
      issues.addIssue({ code: "custom", path: ["steps", i, ...field.split(".")], message });
    const id = toStepId(step);
    const noun = step.kind;
    if (earlier.has(id)) add(step.kind === "task" ? "taskId" : "id", `Add each ${noun} only once.`);
    const reached = new Set(listEarlier(steps, i).map(toStepId));
    if (step.after.some((one) => earlier.get(one)?.kind !== "task"))
      add("after", `Move this ${noun} after the tasks it depends on.`);
    else if (step.after.some((one) => !reached.has(one))) add("after", notReached);
    checkWithin(step, earlier, add);
    if (step.kind === "branch") checkBranch(step, { earlier, reached }, add);
    earlier.set(id, step);
  }
}

type AddIssue = (field: string, message: string) => void;

interface Known {
  /** The steps before a step. */
  earlier: ReadonlyMap<string, Step>;
  /** The ids of those that it can wait for. */
  reached: ReadonlySet<string>;
}

function checkWithin({ within }: Step, earlier: ReadonlyMap<string, Step>, add: AddIssue): void {
  if (!within) return;
  const branch = earlier.get(within.branch);
  if (branch?.kind !== "branch") add("within", "Move this step after the branch that it belongs to.");
  else if (within.cases.some((id) => !listCases(branch).some((one) => one.id === id)))
    add("within", `Choose a case of the branch “${branch.name}”.`);
}

function checkBranch(branch: BranchStep, known: Known, add: AddIssue): void {
  if (branch.by === "items") checkIteration(branch, known, add);
  else checkCases(branch, add);
  if (branch.by === "value") checkConditions(branch, known, add);
  const { by, sourceTaskId, variable, modelId, instructions } = branch;
  if (by === "classification") {
    if (!modelId) add("modelId", "Choose a model.");
    const hasItem = findIteration([...known.earlier.values(), branch], branch) !== undefined;
    if (branch.after.length === 0 && !instructions && !hasItem)
      add("after", "Choose the tasks whose output the model classifies, or write instructions.");
  } else if (by === "person") {
    if (!instructions) add("instructions", "Enter a question.");
  } else if (hasUnusableName(variable)) add("variable", variableNameRule);
  else if (!sourceTaskId && !variable)
    add(
      "sourceTaskId",
      `Choose the task or variable ${by === "items" ? "that has the list" : "whose value is compared"}.`,
    );
  else checkSource(sourceTaskId, known, (message) => add("sourceTaskId", message));
}

function checkSource(id: string | null | undefined, { earlier, reached }: Known, add: (message: string) => void): void {
  if (!id) return;
  if (earlier.get(id)?.kind !== "task") add("Move this branch after the task it reads.");
  else if (!reached.has(id)) add(notReached);
}

/** The path of a condition in a branch. The first one of a case is part of it. */
export const toConditionPath = (caseIndex: number, index: number): string =>
  index === 0 ? `cases.${caseIndex}` : `cases.${caseIndex}.conditions.${index - 1}`;

function checkConditions({ cases }: BranchStep, known: Known, add: AddIssue): void {
  for (const [i, one] of cases.entries())
    for (const [j, condition] of listConditions(one).entries()) {
      const { sourceTaskId, field, variable, operator, value } = condition;
      const path = toConditionPath(i, j);
      checkSource(sourceTaskId, known, (message) => add(`${path}.sourceTaskId`, message));
      if (hasUnusableName(variable)) add(`${path}.variable`, variableNameRule);
      if (field && !sourceTaskId && !variable)
        add(`${path}.sourceTaskId`, "Choose the task or variable whose field is compared.");
      if (hasOperand(operator) && !value) add(`${path}.value`, "Enter a value.");
    }
}

function checkIteration(branch: BranchStep, { earlier }: Known, add: AddIssue): void {
  if (branch.cases.length > 0) add("cases", "An iteration has no cases.");
  const steps = [...earlier.values(), branch];
  if (findIteration(steps, branch)) add("within", "Move this iteration out of the other one.");
}

function checkCases(branch: BranchStep, add: AddIssue): void {
  const { by, cases } = branch;
  const names = listCases(branch).map(({ name }) => name);
  if (cases.length === 0) add("cases", "Add at least one case.");
  if (new Set(cases.map(({ id }) => id)).size < cases.length) add("cases", "Each case needs an ID of its own.");
  if (new Set(names).size < names.length) add("cases", "Each case needs a name of its own.");
  for (const [i, { name }] of cases.entries())
    if (by !== "value" && /[{}]/.test(name)) add(`cases.${i}.name`, "Remove the braces.");
}
