import type { PlannedStep } from "@/components/shared/process/process-plan";
import { describeBranch } from "@/lib/contract/apps/describe-branch";
import type { Step } from "@/lib/contract/apps/flow";
import {
  describeCondition,
  findIteration,
  isBranchStep,
  isTaskStep,
  listCases,
  listSourceTasks,
  toStepId,
} from "@/lib/contract/apps/steps";
import type { Task } from "@/lib/contract/tasks/schemas";

/** The steps of a process with what they wait for. Tasks that can't be read are left out. */
export function placeSteps(steps: readonly Step[], tasks: readonly Task[]): PlannedStep[] {
  const branches = steps.filter(isBranchStep);
  const ids = steps.filter(isTaskStep).map(({ taskId }) => taskId);
  const nameOf = (id: string) => tasks.find(({ _id }) => _id === id)?.name ?? "a task";
  return steps.flatMap((step): PlannedStep[] => {
    const cases = branches.filter(({ id }) => id === step.within?.branch).flatMap(listCases);
    const taskId = toStepId(step);
    const condition = describeCondition(step.within, cases);
    const branchIds = step.within ? [step.within.branch] : [];
    if (step.kind === "branch") {
      const { after } = step;
      const branch = describeBranch(step, nameOf, findIteration(steps, step) !== undefined);
      return [{ taskId, branch, condition, waitsFor: [...after, ...listSourceTasks(step), ...branchIds] }];
    }
    const task = tasks.find(({ _id }) => _id === taskId);
    if (!task) return [];
    const earlier = ids.slice(0, ids.indexOf(taskId));
    const context = tasks.filter(
      ({ _id }) => earlier.includes(_id) && [...task.contextTaskIds, ...step.after].includes(_id),
    );
    const waitsFor = [...context.map(({ _id }) => _id), ...branchIds];
    return [{ taskId, task: { ...task, context }, condition, waitsFor }];
  });
}
