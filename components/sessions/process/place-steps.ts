import type { Step } from "@/lib/contract/apps/flow";
import { describeCondition, isBranchStep, isTaskStep, listCases, toStepId } from "@/lib/contract/apps/steps";
import type { Task } from "@/lib/contract/tasks/schemas";

interface PlacedStep {
  taskId: string;
  step: Step;
  /** Of a task; with the tasks whose output it receives. */
  task: Task | undefined;
  /** The task's position, from 1. */
  number: number;
  /** When it runs, such as `If Complaint`; undefined: always. */
  condition: string | undefined;
  waitsFor: string[];
}

/** The steps of a process with what they wait for. Tasks that can't be read are left out. */
export function placeSteps(steps: readonly Step[], tasks: readonly Task[]): PlacedStep[] {
  const branches = steps.filter(isBranchStep);
  const ids = steps.filter(isTaskStep).map(({ taskId }) => taskId);
  return steps.flatMap((step): PlacedStep[] => {
    const cases = branches.filter(({ id }) => id === step.within?.branch).flatMap(listCases);
    const taskId = toStepId(step);
    const own = { taskId, step, condition: describeCondition(step.within, cases) };
    const branchIds = step.within ? [step.within.branch] : [];
    if (step.kind === "branch") {
      const source = step.by === "value" && step.sourceTaskId ? [step.sourceTaskId] : [];
      return [{ ...own, task: undefined, number: 0, waitsFor: [...step.after, ...source, ...branchIds] }];
    }
    const task = tasks.find(({ _id }) => _id === taskId);
    if (!task) return [];
    const earlier = ids.slice(0, ids.indexOf(taskId));
    const context = tasks.filter(
      ({ _id }) => earlier.includes(_id) && [...task.contextTaskIds, ...step.after].includes(_id),
    );
    const waitsFor = [...context.map(({ _id }) => _id), ...branchIds];
    return [{ ...own, task: { ...task, context }, number: ids.indexOf(taskId) + 1, waitsFor }];
  });
}
