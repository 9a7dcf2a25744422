import { listCases } from "@/lib/contract/apps/branch";
import { isBranchStep, type Step, toStepId } from "@/lib/contract/apps/flow";
import type { TaskState } from "../state";

/** The ids of the steps that do not run, because a branch has taken another case. `steps` are in order. */
export function findSkipped(steps: readonly Step[], states: ReadonlyMap<string, TaskState>): Set<string> {
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
  const placeOf = new Map(steps.map((step) => [toStepId(step), step.within]));
  /** Whether a step can run when these cases are taken. */
  const runs = ({ within }: Pick<Step, "within">, taken: ReadonlyMap<string, string>): boolean => {
    if (!within) return true;
    const chosen = taken.get(within.branch);
    return (
      (chosen === undefined || within.cases.includes(chosen)) &&
      runs({ within: placeOf.get(within.branch) ?? null }, taken)
    );
  };
  const visit = (taken: ReadonlyMap<string, string>): void => {
    const end = steps.findLast((step) => step.kind === "task" && runs(step, taken));
    if (!end || seen.has(toStepId(end))) return;
    seen.add(toStepId(end));
    const open = end.within && !taken.has(end.within.branch) ? end.within.branch : undefined;
    const branch = steps.filter(isBranchStep).find(({ id }) => id === open);
    if (!branch) last.add(toStepId(end));
    else for (const { id } of listCases(branch)) visit(new Map([...taken, [branch.id, id]]));
  };
  visit(new Map());
  return last;
}
