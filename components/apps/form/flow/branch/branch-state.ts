import type { Case, Operator } from "@/lib/contract/apps/branch";
import { type BranchStep, checkFlow, flowSchema, type Step, toStepId } from "@/lib/contract/apps/flow";
import { newBranchId } from "../flow-steps";

export const operatorLabels: Record<Operator, string> = {
  equals: "Equals",
  notEquals: "Doesn't equal",
  contains: "Contains",
  notContains: "Doesn't contain",
  startsWith: "Starts with",
  endsWith: "Ends with",
  greaterThan: "Is greater than",
  lessThan: "Is less than",
  isEmpty: "Is empty",
  isNotEmpty: "Isn't empty",
};

export const hasOperand = (operator: Operator): boolean => operator !== "isEmpty" && operator !== "isNotEmpty";

/** A case with an ID that no other one has. */
export function newCase(cases: readonly Case[]): Case {
  let number = 1;
  while (cases.some(({ id }) => id === `case_${number}`)) number += 1;
  return { id: `case_${number}`, name: "", description: "", operator: "equals", value: "" };
}

/** A branch at the end of the flow, on the output of its last task. */
export function newBranch(steps: readonly Step[]): BranchStep {
  const last = steps.findLast(({ kind }) => kind === "task");
  const sourceTaskId = last ? toStepId(last) : null;
  return {
    kind: "branch",
    id: newBranchId(steps),
    name: "",
    by: "value",
    sourceTaskId,
    field: "",
    variable: "",
    modelId: null,
    instructions: "",
    cases: [newCase([])],
    defaultName: "Otherwise",
    after: [],
    within: null,
  };
}

/** Messages by the path of a field in the branch, such as `cases.0.name`. */
export function findBranchIssues(steps: readonly Step[], branch: BranchStep): Map<string, string> {
  const at = steps.findIndex((step) => toStepId(step) === branch.id);
  const earlier = at < 0 ? steps : steps.slice(0, at);
  const { error } = flowSchema.superRefine(checkFlow).safeParse({ steps: [...earlier, branch] });
  const own = (error?.issues ?? []).filter(({ path }) => path[1] === earlier.length);
  return new Map(own.map(({ path, message }) => [path.slice(2).join("."), message]));
}
