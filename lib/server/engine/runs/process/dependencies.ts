import type { Step } from "@/lib/contract/apps/flow";
import { isIteration, listBody, listBranchNames, listEarlier, toStepId } from "@/lib/contract/apps/steps";
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

export interface Dependencies {
  /**
   * The ids of what each step waits for: the tasks whose outputs it receives, earlier ones that set a variable that it reads, and
   * the branch that it belongs to.
   */
  waitsFor: ReadonlyMap<string, ReadonlySet<string>>;
  /** The iterations whose items are worked on one after another, because a task in them sets a variable that a step reads. */
  serial: ReadonlySet<string>;
}

export async function findDependencies(
  { db, run }: Work,
  steps: readonly Step[],
  tasks: readonly TaskRow[],
  workers: ReadonlyMap<string, Worker>,
): Promise<Dependencies> {
  const variables = await findVariables(db, run.teamId, { ids: tasks.flatMap(({ variableIds }) => variableIds) });
  const variableNames = new Map(variables.map(({ id, name }) => [id, name]));
  const findSetNames = (task: TaskRow) => task.variableIds.flatMap((id) => variableNames.get(id) ?? []);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const listTasks = (some: readonly Step[]) => some.flatMap((step) => byId.get(toStepId(step)) ?? []);
  const listNames = (step: Step) => new Set(listReadNames(step, byId.get(toStepId(step)), workers));
  const read = new Set(steps.flatMap((step) => [...listNames(step)]));
  const passesVariable = (body: readonly Step[]) =>
    listTasks(body)
      .flatMap(findSetNames)
      .some((name) => read.has(name));
  const waitsFor = steps.map((step, i): [string, Set<string>] => {
    const id = toStepId(step);
    const names = listNames(step);
    const own = step.kind === "branch" ? listAwaited(step) : new Set(byId.get(id)?.contextTaskIds);
    const awaited = listTasks(listEarlier(steps, i)).filter(
      (task) => own.has(task.id) || findSetNames(task).some((name) => names.has(name)),
    );
    return [id, new Set([...awaited.map((task) => task.id), ...(step.within ? [step.within.branch] : [])])];
  });
  const serial = steps.filter(isIteration).filter(({ id }) => passesVariable(listBody(steps, id)));
  return { waitsFor: new Map(waitsFor), serial: new Set(serial.map(({ id }) => id)) };
}
