import { listInside } from "@/lib/contract/apps/steps";
import { fromItemId, toItemId } from "@/lib/contract/session-events/item-id";
import type { TaskBody } from "@/lib/contract/session-events/tasks";
import type { ItemProgress, ProcessGraphTask, TaskStage } from "./process-graph";

type Tasks = readonly ProcessGraphTask[];

const listBody = (tasks: Tasks, iterationId: string) => listInside(tasks, iterationId, ({ taskId }) => taskId);

/** A task, or what it is for one item of an iteration. */
export function findGraphTask(tasks: Tasks, id: string): ProcessGraphTask | undefined {
  const { taskId, item } = fromItemId(id);
  const task = tasks.find((one) => one.taskId === taskId);
  return item === null ? task : task?.items[item - 1];
}

/** Adds the tasks of each item of an iteration. */
export function startItems(tasks: Tasks, { taskId, items, startedAt }: Extract<TaskBody, { state: "items" }>): void {
  const iteration = findGraphTask(tasks, taskId);
  if (!iteration) return;
  Object.assign(iteration, { stage: "working", startedAt, list: items });
  const body = listBody(tasks, taskId);
  const ids = new Set(body.map((one) => one.taskId));
  for (const task of body)
    task.items = items.map((text, i) => {
      const number = i + 1;
      const move = (id: string) => (ids.has(id) ? toItemId(id, number) : id);
      const within = task.within && { ...task.within, branch: move(task.within.branch) };
      return { ...task, taskId: move(task.taskId), within, items: [], item: { number, text } };
    });
}

/** Sets the stage of a task in an iteration from those of its items, and the progress. */
export function combineItems(task: ProcessGraphTask, tasks: Tasks, ended: boolean): void {
  if (task.items.length > 0) task.stage = combineStages(new Set(task.items.map(({ stage }) => stage)), ended);
  task.progress = findProgress(task, tasks);
}

function combineStages(stages: ReadonlySet<TaskStage>, ended: boolean): TaskStage {
  const urgent = (["failed", "asks", "working", "stopped"] as const).find((stage) => stages.has(stage));
  if (urgent) return urgent;
  if (!stages.has("ahead")) return stages.has("done") ? "done" : "skipped";
  if (!stages.has("done")) return "ahead";
  return ended ? "stopped" : "working";
}

const isSettled = (task: ProcessGraphTask | undefined): boolean => task?.stage === "done" || task?.stage === "skipped";

function findProgress({ taskId, list, items }: ProcessGraphTask, tasks: Tasks): ItemProgress | null {
  if (list) {
    const body = listBody(tasks, taskId);
    const finished = list.filter((_text, i) => body.every((one) => isSettled(one.items[i]))).length;
    return { finished, skipped: 0, count: list.length };
  }
  if (items.length === 0) return null;
  const count = (stage: TaskStage) => items.filter((one) => one.stage === stage).length;
  return { finished: count("done"), skipped: count("skipped"), count: items.length };
}
