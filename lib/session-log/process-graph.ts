import { fromItemId } from "@/lib/contract/session-events/item-id";
import type { PlannedBody, TaskBody } from "@/lib/contract/session-events/tasks";
import { addActivity, computeWaitedMs } from "./process-activity";
import { combineItems, findGraphTask, startItems } from "./process-items";
import type { ThreadRequest } from "./requests";
import type { RunEnd } from "./run-end";

/** The events of a process: its plan, the outcome of its tasks, the end of its run. */
export interface ProcessEvent {
  seq: number;
  body: TaskBody | { state: "ended"; runStatus: RunEnd };
}

export type TaskStage = "skipped" | "ahead" | "working" | "asks" | "done" | "failed" | "stopped";

export interface ProcessGraphTask {
  taskId: string;
  name: string;
  agentName: string | null;
  model: string | null;
  /** The tasks it depends on. */
  waitsFor: string[];
  stage: TaskStage;
  startedAt: string | null;
  durationMs: number | null;
  /** Milliseconds spent waiting for people. */
  waitedMs: number;
  output: string | null;
  error: string | null;
  file: { fileId: string; filename: string } | null;
  /** The variable that stores its output. */
  variable: string | null;
  /** Its output did not match the schema and was requested again. */
  repaired: boolean;
  /** Of a branch; an iteration has one case. */
  cases: { id: string; name: string }[];
  /** The case that a branch has taken. */
  taken: { id: string; name: string } | null;
  /** The cases of a branch in which it runs; null: always. */
  within: { branch: string; cases: string[] } | null;
  /** Of an iteration: its items; null until they are known. */
  list: string[] | null;
  /** In an iteration: itself for each item, in order. Its stage is that of all. */
  items: ProcessGraphTask[];
  /** The item that it is for. */
  item: GraphItem | null;
  /** Of an iteration, and of a task in one; null until the items are known. */
  progress: ItemProgress | null;
  /** Its present activity, as a short text. */
  doing: string | null;
  /** Its live text. */
  live: string | null;
}

/** An item of an iteration; the first one has the number 1. */
interface GraphItem {
  number: number;
  text: string;
}

export interface ItemProgress {
  finished: number;
  /** Of a task: those for which a branch leaves it out. */
  skipped: number;
  count: number;
}

/** The state of a process. */
export interface ProcessGraph {
  seq: number;
  process: "sequential" | "hierarchical";
  /** Of a hierarchical process: the agents that work can be delegated to. */
  agents: string[];
  tasks: ProcessGraphTask[];
  /** How its run ended; null while it is running. */
  ended: string | null;
}

type TaskStep = Exclude<TaskBody, PlannedBody>;

export interface ProcessFacts {
  process: ProcessEvent[];
  requests: ThreadRequest[];
  calls: { taskId?: string | undefined; name: string; input: unknown; endSeq?: number; seq: number }[];
  live: { taskId?: string | undefined; text: string }[];
}

/** Builds one graph per run, oldest first. */
export function buildProcessGraphs(log: ProcessFacts): ProcessGraph[] {
  const graphs: ProcessGraph[] = [];
  const silent = new Set<string>();
  for (const { seq, body } of log.process) {
    const graph = graphs.at(-1);
    if (body.state === "planned") {
      const { process, agents = [], tasks } = body;
      for (const { taskId, onlyFinal } of tasks) if (onlyFinal) silent.add(taskId);
      graphs.push({ seq, process, agents, tasks: tasks.map(toPendingTask), ended: null });
    } else if (graph && body.state === "ended") graph.ended ??= body.runStatus;
    else if (graph && body.state !== "ended") {
      if (body.state === "items") startItems(graph.tasks, body);
      applyStep(findGraphTask(graph.tasks, body.taskId), body);
    }
  }
  const requests = Map.groupBy(log.requests, ({ taskId }) => taskId);
  const last = graphs.at(-1);
  for (const graph of graphs) {
    const { tasks } = graph;
    const all = tasks.flatMap((task) => [task, ...task.items]);
    markSkipped(all);
    for (const task of all) {
      task.waitedMs = computeWaitedMs(task, requests);
      if (graph === last) addActivity(task, graph, log, requests, silent.has(fromItemId(task.taskId).taskId));
      if (graph.ended) markStopped(task);
    }
    for (const task of tasks) combineItems(task, tasks, graph.ended !== null);
  }
  return graphs;
}

const toPendingTask = ({
  taskId,
  name,
  agentName,
  model,
  waitsFor,
  cases = [],
  within,
}: PlannedBody["tasks"][number]): ProcessGraphTask => ({
  taskId,
  name,
  agentName,
  model,
  waitsFor,
  cases,
  taken: null,
  list: null,
  items: [],
  item: null,
  progress: null,
  within: within ?? null,
  stage: "ahead",
  startedAt: null,
  durationMs: null,
  waitedMs: 0,
  output: null,
  error: null,
  file: null,
  variable: null,
  repaired: false,
  doing: null,
  live: null,
});

function applyStep(task: ProcessGraphTask | undefined, body: TaskStep): void {
  if (!task) return;
  switch (body.state) {
    case "started": {
      const { startedAt, agentName } = body;
      Object.assign(task, { stage: "working", startedAt, agentName: agentName ?? task.agentName });
      return;
    }
    case "answered":
    case "items":
      return;
    case "repair":
      task.repaired = true;
      return;
    case "finished": {
      const { durationMs, output, file, variable, taken = null } = body;
      Object.assign(task, { stage: "done", durationMs, output, file, variable, taken });
      return;
    }
    case "failed":
      Object.assign(task, { stage: "failed", error: body.error });
      return;
    default:
      body satisfies never;
  }
}

/** Marks what a branch leaves out, and what an empty iteration has. Branches come before the steps within them. */
function markSkipped(tasks: ProcessGraphTask[]): void {
  const byId = new Map(tasks.map((task) => [task.taskId, task]));
  for (const task of tasks) {
    const branch = byId.get(task.within?.branch ?? "");
    const isOtherCase = branch?.taken && !task.within?.cases.includes(branch.taken.id);
    const isLeftOut = isOtherCase || branch?.list?.length === 0;
    if (task.stage === "ahead" && (isLeftOut || branch?.stage === "skipped")) task.stage = "skipped";
  }
}

function markStopped(task: ProcessGraphTask): void {
  if (task.stage === "working" || task.stage === "asks")
    Object.assign(task, { stage: "stopped", doing: null, live: null });
}
