import { maxConcurrency, maxItems } from "@/lib/constants/limits";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { findBranchIssues, newBranch } from "../branch/branch-state";

/** An iteration at the end of the flow, over the output of its last task. */
export const newIteration = (steps: readonly Step[]): BranchStep => ({
  ...newBranch(steps),
  by: "items",
  cases: [],
  concurrency: 1,
  maxItems,
});

const isBetween = (value: number | undefined, max: number): boolean =>
  value === undefined || (Number.isInteger(value) && value >= 1 && value <= max);

/** Messages by field. */
export function findIterationIssues(steps: readonly Step[], iteration: BranchStep): Map<string, string> {
  const issues = findBranchIssues(steps, iteration);
  const check = (field: "concurrency" | "maxItems", max: number) => {
    if (!isBetween(iteration[field], max)) issues.set(field, `Enter a number from 1 to ${max}.`);
  };
  check("concurrency", maxConcurrency);
  check("maxItems", maxItems);
  return issues;
}
