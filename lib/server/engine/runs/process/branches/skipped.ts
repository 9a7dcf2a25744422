import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { isBranchStep, listCases, toStepId } from "@/lib/contract/apps/steps";

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
  const ends = steps.filter((step, i) => step.kind === "task" && canEnd(steps, step, steps.slice(i + 1)));
  return new Set(ends.map(toStepId));
}

/** Whether a task can run when none of the later ones does. Branches belong to at most one other each, so each decides alone. */
function canEnd(steps: readonly Step[], end: Step, later: readonly Step[]): boolean {
  const tasks = later.filter(({ kind }) => kind === "task");
  if (tasks.some(({ within }) => !within)) return false;
  const branches = steps.filter(isBranchStep);
  const isIn = ({ within }: Step, branch: string, taken: string) =>
    within?.branch === branch && within.cases.includes(taken);
  /** The steps that must run: the end, and the branches that it belongs to. */
  const needed = new Set<Step>([end]);
  for (const branch of branches.toReversed())
    if ([...needed].some(({ within }) => within?.branch === branch.id)) needed.add(branch);
  /** The branches that can run, with a case in which those within them can too. Inner ones come later. */
  const able = new Set<BranchStep>();
  for (const branch of branches.toReversed()) {
    const isPossible = listCases(branch).some(
      ({ id }) =>
        !tasks.some((task) => isIn(task, branch.id, id)) &&
        [...needed].every((step) => step.within?.branch !== branch.id || isIn(step, branch.id, id)) &&
        branches.every((inner) => !isIn(inner, branch.id, id) || able.has(inner)),
    );
    if (isPossible) able.add(branch);
  }
  return branches.every((branch) => branch.within || able.has(branch));
}
