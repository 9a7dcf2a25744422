import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { listCases, toStepId } from "@/lib/contract/apps/steps";

/** The ids of the steps that do not run, because a branch has taken another case. `steps` are in order. */
export function findSkipped(
  steps: readonly Step[],
  states: ReadonlyMap<string, { taken?: string | undefined }>,
): Set<string> {
  const skipped = new Set<string>();
  for (const step of steps) {
    if (!step.within) continue;
    const { branch, cases } = step.within;
    const taken = states.get(branch)?.taken;
    if (skipped.has(branch) || (taken !== undefined && !cases.includes(taken))) skipped.add(toStepId(step));
  }
  return skipped;
}

/**
 * The ids of the tasks whose outputs are the process's result: the last one, or the last of each case if it is in a branch. A
 * case without tasks ends with what precedes its branch. `steps` are in order.
 */
export function findLastTasks(steps: readonly Step[]): Set<string> {
  const last = new Set<string>();
  const seen = new Set<string>();
  const byId = new Map(steps.map((step) => [toStepId(step), step]));
  /** The branches that a step belongs to, the innermost first. */
  const listBranches = ({ within }: Step): BranchStep[] => {
    const branch = byId.get(within?.branch ?? "");
    return branch?.kind === "branch" ? [branch, ...listBranches(branch)] : [];
  };
  const runs = (step: Step, taken: ReadonlyMap<string, string>): boolean =>
    [step, ...listBranches(step)].every(({ within }) => {
      const chosen = within && taken.get(within.branch);
      return !chosen || within.cases.includes(chosen);
    });
  const visit = (taken: ReadonlyMap<string, string>): void => {
    const end = steps.findLast((step) => step.kind === "task" && runs(step, taken));
    if (!end) return;
    const branch = listBranches(end).findLast(({ id }) => !taken.has(id));
    const key = `${toStepId(end)} ${branch?.id}`;
    if (!branch) last.add(toStepId(end));
    else if (!seen.has(key)) {
      seen.add(key);
      for (const { id } of listCases(branch)) visit(new Map([...taken, [branch.id, id]]));
    }
  };
  visit(new Map());
  return last;
}
