import { capitalize } from "@/lib/utils/text/capitalize";
import type { Branch, Case } from "./branch";
import type { BranchStep } from "./flow";
import {
  hasOperand,
  itemVariable,
  listBranchNames,
  listCases,
  listConditions,
  listSourceTasks,
  type Operator,
  type Source,
} from "./steps";

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

export type NameOf = (taskId: string) => string;

/** Where a value comes from; empty: from the branch. */
export function describeSource(
  { sourceTaskId, field, variable }: Source,
  nameOf: NameOf,
  isInIteration: boolean,
): string {
  if (sourceTaskId) return `${field || "output"} of ${nameOf(sourceTaskId)}`;
  if (isInIteration && variable === itemVariable) return field ? `${field} of the current item` : "current item";
  return variable ? [`variable ${variable}`, field].filter(Boolean).join(", ") : "";
}

/** The conditions of a case, such as `equals “a” and contains “b”`. */
export const describeConditions = (one: Case, nameOf: NameOf, isInIteration: boolean): string =>
  listConditions(one)
    .map((condition) => {
      const { operator, value } = condition;
      const comparison = operatorLabels[operator].toLowerCase();
      const parts = [
        describeSource(condition, nameOf, isInIteration),
        comparison,
        hasOperand(operator) && `“${value}”`,
      ];
      return parts.filter(Boolean).join(" ");
    })
    .join(one.match === "any" ? " or " : " and ");

/** The names of all that a branch compares or classifies, or of the list of an iteration; the question for a person. */
export function describeSources(branch: BranchStep, nameOf: NameOf, isInIteration: boolean): string {
  if (branch.by === "person") return branch.instructions;
  const isClassification = branch.by === "classification";
  const tasks = (isClassification ? branch.after : listSourceTasks(branch)).map(nameOf);
  const item = "the current item";
  const names = (isClassification ? [] : listBranchNames(branch)).map((name) =>
    name === itemVariable && isInIteration ? item : name,
  );
  const all = [...tasks, ...names].join(", ") || (isInIteration ? item : "");
  return branch.by === "items" && branch.field ? `${all} (${branch.field})` : all;
}

/** A branch in a picture. */
export interface DescribedBranch extends Pick<Branch, "name" | "by"> {
  source: string;
  /** All cases, with what belongs to each; empty for the default one. */
  cases: { id: string; name: string; condition: string }[];
}

export function describeBranch(branch: BranchStep, nameOf: NameOf, isInIteration: boolean): DescribedBranch {
  const describeCase = (id: string): string => {
    const one = branch.cases.find((other) => other.id === id);
    if (!one || branch.by !== "value") return one?.description ?? "";
    return capitalize(describeConditions(one, nameOf, isInIteration));
  };
  return {
    name: branch.name,
    by: branch.by,
    source: describeSources(branch, nameOf, isInIteration),
    cases: listCases(branch).map(({ id, name }) => ({ id, name, condition: describeCase(id) })),
  };
}
