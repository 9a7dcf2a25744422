import { listInside } from "@/lib/contract/apps/steps";
import { fromItemId, toItemId } from "@/lib/contract/session-events/item-id";
import type { PlannedBody, TaskBody } from "@/lib/contract/session-events/tasks";
import { isObject } from "@/lib/utils/json/is-object";
import { isOpen, type ThreadRequest } from "./requests";
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
  /** Its present activity, as a short text. */
  doing: string | null;
  /** Its live text. */
  live: string | null;
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

interface ProcessFacts {
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
      applyStep(findTask(graph.tasks, body.taskId), body);
    }
  }
  const last = graphs.at(-1);
  for (const graph of graphs) {
    const all = graph.tasks.flatMap((task) => [task, ...task.items]);
    markSkipped(all);
    for (const task of all) {
      task.waitedMs = computeWaitedMs(task, log.requests);
      if (graph === last) addActivity(task, graph, log, silent.has(fromItemId(task.taskId).taskId));
      if (graph.ended) markStopped(task);
    }
    for (const task of graph.tasks) combineItems(task);
  }
  return graphs;
}

/** A task, or what it is for one item of an iteration. */
function findTask(tasks: readonly ProcessGraphTask[], id: string): ProcessGraphTask | undefined {
  const { taskId, item } = fromItemId(id);
  const task = tasks.find((one) => one.taskId === taskId);
  return item === null ? task : task?.items[item - 1];
}

/** Adds the tasks of each item of an iteration. */
function startItems(
  tasks: ProcessGraphTask[],
  { taskId, items, startedAt }: Extract<TaskBody, { state: "items" }>,
): void {
  const iteration = findTask(tasks, taskId);
  if (!iteration) return;
  Object.assign(iteration, { stage: "working", startedAt, list: items });
  const inside = listInside(tasks, taskId, (one) => one.taskId);
  const ids = new Set(inside.map((one) => one.taskId));
  for (const task of inside)
    task.items = items.map((_text, i) => {
      const move = (id: string) => (ids.has(id) ? toItemId(id, i + 1) : id);
      const within = task.within && { ...task.within, branch: move(task.within.branch) };
      return { ...task, taskId: move(task.taskId), within, items: [] };
    });
}

/** Sets the stage of a task in an iteration, which is that of its items. */
function combineItems(task: ProcessGraphTask): void {
  const stages = new Set(task.items.map(({ stage }) => stage));
  if (stages.size === 0) return;
  const [only] = stages;
  const urgent = (["failed", "asks", "working", "stopped"] as const).find((stage) => stages.has(stage));
  const isDone = !stages.has("ahead");
  task.stage = urgent ?? (stages.size === 1 && only ? only : isDone ? "done" : "working");
  task.error = task.items.find(({ error }) => error)?.error ?? null;
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

/**
 * Returns how long a task has waited for people: for its own requests and for those of its whole run. Overlapping
 * requests count once.
 */
function computeWaitedMs(
  { taskId, startedAt, durationMs }: ProcessGraphTask,
  requests: readonly ThreadRequest[],
): number {
  if (!startedAt) return 0;
  const began = Date.parse(startedAt);
  const ended = durationMs === null ? Number.POSITIVE_INFINITY : began + durationMs;
  const spans = requests
    .filter((one) => one.settledAt && (!one.taskId || one.taskId === taskId))
    .map(({ askedAt, settledAt }) => ({ from: Date.parse(askedAt), to: Math.min(ended, Date.parse(settledAt ?? "")) }))
    .sort((a, b) => a.from - b.from);
  let waited = 0;
  let until = began;
  for (const { from, to } of spans) {
    waited += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return waited;
}

/** Sets the present activity of a task of the newest process. */
function addActivity(task: ProcessGraphTask, graph: ProcessGraph, log: ProcessFacts, silent: boolean): void {
  if (log.requests.some((one) => one.taskId === task.taskId && isOpen(one))) task.stage = "asks";
  if (task.stage !== "working") return;
  const call = log.calls.findLast((one) => one.taskId === task.taskId && one.seq > graph.seq && !one.endSeq);
  const live = log.live.findLast(({ taskId }) => taskId === task.taskId);
  task.doing = call ? describeCall(call) : null;
  task.live = live && !silent ? live.text : null;
}

function describeCall({ name, input }: { name: string; input: unknown }): string {
  const agent = isObject(input) ? input.agent : undefined;
  return name === "delegate_work" && typeof agent === "string" ? `Delegated to ${agent}` : `Calling ${name}`;
}

/** Marks what a branch leaves out. Branches come before the steps within them. */
function markSkipped(tasks: ProcessGraphTask[]): void {
  const byId = new Map(tasks.map((task) => [task.taskId, task]));
  for (const task of tasks) {
    const branch = byId.get(task.within?.branch ?? "");
    const isLeftOut = branch?.taken && !task.within?.cases.includes(branch.taken.id);
    if (task.stage === "ahead" && (isLeftOut || branch?.stage === "skipped")) task.stage = "skipped";
  }
}

function markStopped(task: ProcessGraphTask): void {
  if (task.stage === "working" || task.stage === "asks")
    Object.assign(task, { stage: "stopped", doing: null, live: null });
}
