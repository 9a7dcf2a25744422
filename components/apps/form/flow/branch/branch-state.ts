import type { Case } from "@/lib/contract/apps/branch";
import { checkFlow } from "@/lib/contract/apps/check-flow";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { type Operator, toStepId } from "@/lib/contract/apps/steps";
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
  const issues = new Map<string, string>();
  const requireName = (path: string, name: string) => {
    if (!name.trim()) issues.set(path, "Enter a name.");
  };
  requireName("name", branch.name);
  requireName("defaultName", branch.defaultName);
  for (const [i, { name }] of branch.cases.entries()) requireName(`cases.${i}.name`, name);
  checkFlow(
    { steps: [...earlier, branch] },
    {
      addIssue({ path, message }) {
        const field = path.slice(2).join(".");
        if (path[1] === earlier.length && !issues.has(field)) issues.set(field, message);
      },
    },
  );
  return issues;
}
