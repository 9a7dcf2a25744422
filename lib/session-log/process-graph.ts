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
  /** Of a branch. */
  cases: { id: string; name: string }[];
  /** The case that a branch has taken. */
  taken: { id: string; name: string } | null;
  /** The cases of a branch in which it runs; null: always. */
  within: { branch: string; cases: string[] } | null;
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
    else if (graph && body.state !== "ended")
      graph.tasks = graph.tasks.map((task) => (task.taskId === body.taskId ? applyStep(task, body) : task));
  }
  for (const one of graphs) markSkipped(one.tasks);
  for (const one of graphs)
    one.tasks = one.tasks.map((task) => ({ ...task, waitedMs: computeWaitedMs(task, log.requests) }));
  const last = graphs.at(-1);
  if (last) last.tasks = last.tasks.map((task) => addActivity(task, last, log, silent.has(task.taskId)));
  for (const one of graphs) if (one.ended) one.tasks = one.tasks.map(markStopped);
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

function applyStep(task: ProcessGraphTask, body: TaskStep): ProcessGraphTask {
  switch (body.state) {
    case "started":
      return { ...task, stage: "working", startedAt: body.startedAt, agentName: body.agentName ?? task.agentName };
    case "answered":
      return task;
    case "repair":
      return { ...task, repaired: true };
    case "finished": {
      const { durationMs, output, file, variable, taken = null } = body;
      return { ...task, stage: "done", durationMs, output, file, variable, taken };
    }
    case "failed":
      return { ...task, stage: "failed", error: body.error };
    default:
      body satisfies never;
      return task;
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

/** Returns the present activity of a task of the newest process. */
function addActivity(
  task: ProcessGraphTask,
  graph: ProcessGraph,
  log: ProcessFacts,
  silent: boolean,
): ProcessGraphTask {
  const hasOpenRequest = log.requests.some((one) => one.taskId === task.taskId && isOpen(one));
  if (hasOpenRequest) return { ...task, stage: "asks" };
  if (task.stage !== "working") return task;
  const call = log.calls.findLast((one) => one.taskId === task.taskId && one.seq > graph.seq && !one.endSeq);
  const live = log.live.findLast(({ taskId }) => taskId === task.taskId);
  return { ...task, doing: call ? describeCall(call) : null, live: live && !silent ? live.text : null };
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

const markStopped = (task: ProcessGraphTask): ProcessGraphTask =>
  task.stage === "working" || task.stage === "asks" ? { ...task, stage: "stopped", doing: null, live: null } : task;
