import type { BranchStep, Flow, Step } from "./flow";
import { hasOperand, listCases, toStepId } from "./steps";

/** Where issues go, such as the context of a Zod refinement. */
interface Issues {
  addIssue(issue: { code: "custom"; path: (string | number)[]; message: string }): void;
}

/** Each step comes once, and after those that it waits for. */
export function checkFlow({ steps }: Flow, issues: Issues): void {
  const earlier = new Map<string, Step>();
  for (const [i, step] of steps.entries()) {
    const add = (field: string, message: string) =>
      issues.addIssue({ code: "custom", path: ["steps", i, ...field.split(".")], message });
    const id = toStepId(step);
    const noun = step.kind;
    if (earlier.has(id)) add(step.kind === "task" ? "taskId" : "id", `Add each ${noun} only once.`);
    if (step.after.some((one) => earlier.get(one)?.kind !== "task"))
      add("after", `Move this ${noun} after the tasks it depends on.`);
    checkWithin(step, earlier, add);
    if (step.kind === "branch") checkBranch(step, earlier, add);
    earlier.set(id, step);
  }
}

type AddIssue = (field: string, message: string) => void;

function checkWithin({ within }: Step, earlier: ReadonlyMap<string, Step>, add: AddIssue): void {
  if (!within) return;
  const branch = earlier.get(within.branch);
  if (branch?.kind !== "branch") add("within", "Move this step after the branch that it belongs to.");
  else if (within.cases.some((id) => !listCases(branch).some((one) => one.id === id)))
    add("within", `Choose a case of the branch “${branch.name}”.`);
}

function checkBranch(branch: BranchStep, earlier: ReadonlyMap<string, Step>, add: AddIssue): void {
  const { by, cases, sourceTaskId, variable, modelId } = branch;
  const names = listCases(branch).map(({ name }) => name);
  if (new Set(cases.map(({ id }) => id)).size < cases.length) add("cases", "Each case needs an ID of its own.");
  if (new Set(names).size < names.length) add("cases", "Each case needs a name of its own.");
  for (const [i, { name, operator, value }] of cases.entries())
    if (by === "classification" && /[{}]/.test(name)) add(`cases.${i}.name`, "Remove the braces.");
    else if (by === "value" && hasOperand(operator) && !value) add(`cases.${i}.value`, "Enter a value.");
  if (by === "classification") {
    if (!modelId) add("modelId", "Choose a model.");
    if (branch.after.length === 0 && !branch.instructions)
      add("after", "Choose the tasks whose output the model classifies, or write instructions.");
  } else if (!sourceTaskId && !variable) add("sourceTaskId", "Choose the task or variable whose value is compared.");
  else if (sourceTaskId && earlier.get(sourceTaskId)?.kind !== "task")
    add("sourceTaskId", "Move this branch after the task it reads.");
}
