import type { BranchPart } from "@/lib/contract/transfers/branches";
import type { TaskPart, TransferFile } from "@/lib/contract/transfers/file";
import { getLocalName } from "../../file/file-parts";

/** A task of a process, in its order. */
export interface OrderedTask {
  task: TaskPart;
  name: string;
  /** Names of the earlier tasks whose outputs it gets, in their order. */
  context: string[];
}

/** The tasks of a process in order. A task gets the outputs of its context and of the tasks that it waits for. */
export function listTasks({ app, tasks }: TransferFile): OrderedTask[] {
  if (app.type !== "process") return [];
  const known = new Map(tasks.map((task) => [getLocalName(task), task]));
  return app.tasks.flatMap((name, i) => {
    const task = known.get(name);
    if (!task) return [];
    const waits = (app.after?.[i] ?? []).map((position) => app.tasks[position - 1]);
    const context = app.tasks.slice(0, i).filter((one) => task.context.includes(one) || waits.includes(one));
    return [{ task, name, context }];
  });
}

/** The branches of a process that a person decides. */
export const listDecisions = (app: TransferFile["app"]): BranchPart[] =>
  app.type === "process" ? (app.branches ?? []).filter(({ by }) => by === "person") : [];

/** The file's agents that run: of a process with a manager, those that it delegates to. */
export function listAgents({ app, agents }: TransferFile) {
  if (app.type !== "process" || app.process !== "hierarchical") return agents;
  return agents.filter((agent) => app.agents.includes(getLocalName(agent)));
}
