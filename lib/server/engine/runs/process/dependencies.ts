import type { Step } from "@/lib/contract/apps/flow";
import { listBranchNames, toStepId } from "@/lib/contract/apps/steps";
import { findVariables } from "../../variables/variables";
import type { Work } from "../lease/work";
import { listAwaited } from "./branches/load";
import type { Worker } from "./plan";
import type { TaskRow } from "./tasks";

/** The names of the variables that a step reads. */
function listReadNames(step: Step, task: TaskRow | undefined, workers: ReadonlyMap<string, Worker>): string[] {
  if (step.kind === "branch") return listBranchNames(step);
  const agent = workers.get(task?.agentId ?? "")?.agent;
  return [...(task?.promptNames ?? []), ...(agent?.promptNames ?? [])];
}

/**
 * The ids of what each step waits for: the tasks whose outputs it receives, earlier ones that set a variable that it reads, and
 * the branch that it belongs to.
 */
export async function findDependencies(
  { db, run }: Work,
  steps: readonly Step[],
  tasks: readonly TaskRow[],
  workers: ReadonlyMap<string, Worker>,
): Promise<Map<string, Set<string>>> {
  const variables = await findVariables(db, run.teamId, { ids: tasks.flatMap(({ variableIds }) => variableIds) });
  const variableNames = new Map(variables.map(({ id, name }) => [id, name]));
  const findSetNames = (task: TaskRow) => task.variableIds.flatMap((id) => variableNames.get(id) ?? []);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return new Map(
    steps.map((step, i) => {
      const id = toStepId(step);
      const names = new Set(listReadNames(step, byId.get(id), workers));
      const own = step.kind === "branch" ? listAwaited(step) : new Set(byId.get(id)?.contextTaskIds);
      const awaited = steps
        .slice(0, i)
        .flatMap((earlier) => byId.get(toStepId(earlier)) ?? [])
        .filter((task) => own.has(task.id) || findSetNames(task).some((name) => names.has(name)));
      return [id, new Set([...awaited.map((task) => task.id), ...(step.within ? [step.within.branch] : [])])];
    }),
  );
}
