import type { Case, Condition } from "@/lib/contract/apps/branch";
import { checkFlow, toConditionPath } from "@/lib/contract/apps/check-flow";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { listConditions, type Source, toStepId } from "@/lib/contract/apps/steps";
import { newBranchId } from "../flow-steps";

/** Of a condition in the sheet: a variable that has no name yet. */
export const isUnnamed = ({ sourceTaskId }: Source): boolean => sourceTaskId === "";

export const emptyCondition: Condition = { operator: "equals", value: "" };

const withoutEmpty = ({ sourceTaskId, field, variable, operator, value }: Condition): Condition => ({
  ...(typeof sourceTaskId === "string" && { sourceTaskId }),
  ...(field && { field }),
  ...(variable && { variable }),
  operator,
  value,
});

/** A case with other conditions. */
export const withConditions = (
  { id, name, description, match }: Case,
  [first, ...others]: readonly [Condition, ...Condition[]],
): Case => ({
  id,
  name,
  description,
  ...withoutEmpty(first),
  ...(others.length > 0 && { conditions: others.map(withoutEmpty), ...(match && { match }) }),
});

/** A case with an ID that no other one has. */
export function newCase(cases: readonly Case[]): Case {
  let number = 1;
  while (cases.some(({ id }) => id === `case_${number}`)) number += 1;
  return { id: `case_${number}`, name: "", description: "", ...emptyCondition };
}

/** What changes when a branch decides in another way. A person decides after the task whose output was compared. */
export function decideBy({ sourceTaskId, after }: BranchStep, next: string): Partial<BranchStep> {
  const by = (["classification", "person"] as const).find((one) => one === next) ?? "value";
  return { by, ...(by === "person" && sourceTaskId && after.length === 0 && { after: [sourceTaskId] }) };
}

const noSource = { sourceTaskId: null, field: "", variable: "" };

/** A branch without what only other ways to decide use. */
export function withoutUnused({ asks, modelId, ...branch }: BranchStep): BranchStep {
  const { by, cases } = branch;
  if (by === "value") return { ...branch, modelId: null };
  return {
    ...branch,
    ...noSource,
    modelId: by === "classification" ? modelId : null,
    cases: cases.map((one) => withConditions(one, [emptyCondition])),
    ...(by === "person" && asks && { asks }),
  };
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
  const assignees = branch.by === "person" ? [branch.asks?.assignee, branch.asks?.passTo] : [];
  if (assignees.some((one) => one?.type === "account" && !one.accountId)) issues.set("asks", "Choose a person.");
  for (const [i, one] of branch.cases.entries()) {
    requireName(`cases.${i}.name`, one.name);
    for (const [j, condition] of (branch.by === "value" ? listConditions(one) : []).entries())
      if (isUnnamed(condition)) requireName(`${toConditionPath(i, j)}.variable`, "");
  }
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
