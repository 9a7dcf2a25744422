import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { isTaskStep, listBranchNames, toStepId } from "@/lib/contract/apps/steps";
import { findVariables } from "../../variables/variables";
import type { AgentRow } from "../context/load";
import type { Work } from "../lease/work";
import type { TaskRow } from "./tasks";

/**
 * By the ids of steps: a task depends on those whose outputs it receives, and a branch on those that it reads. Each depends on
 * earlier tasks that set a variable which it reads or which is named in its prompts or its agent's, and on its branch.
 */
export async function findDependencies(
  { db, run }: Work,
  steps: readonly Step[],
  tasks: readonly TaskRow[],
  workers: ReadonlyMap<string, { agent: AgentRow }>,
): Promise<Map<string, Set<string>>> {
  const setVariables = await findVariables(db, run.teamId, { ids: tasks.flatMap(({ variableIds }) => variableIds) });
  const variableNames = new Map(setVariables.map(({ id, name }) => [id, name]));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const findSetNames = (id: string) =>
    (byId.get(id)?.variableIds ?? []).flatMap((variableId) => variableNames.get(variableId) ?? []);
  const findReadNames = (step: Step): string[] => {
    if (step.kind === "branch") return listBranchNames(step);
    const task = byId.get(step.taskId);
    return [...(task?.promptNames ?? []), ...(workers.get(task?.agentId ?? "")?.agent.promptNames ?? [])];
  };
  const dependencies = steps.map((step, i): [string, Set<string>] => {
    const names = new Set(findReadNames(step));
    const received = step.kind === "branch" ? listSources(step) : (byId.get(step.taskId)?.contextTaskIds ?? []);
    const earlier = steps.slice(0, i).filter(isTaskStep).map(toStepId);
    const own = earlier.filter((id) => received.includes(id) || findSetNames(id).some((name) => names.has(name)));
    return [toStepId(step), new Set([...own, ...(step.within ? [step.within.branch] : [])])];
  });
  return new Map(dependencies);
}

/** The tasks whose output a branch reads. */
const listSources = ({ by, after, sourceTaskId }: BranchStep): string[] => [
  ...after,
  ...(by === "value" && sourceTaskId ? [sourceTaskId] : []),
];
