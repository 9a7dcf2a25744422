import { isObject } from "@/lib/utils/json/is-object";
import type { ProcessFacts, ProcessGraph, ProcessGraphTask } from "./process-graph";
import { isOpen, type ThreadRequest } from "./requests";

/** By task; undefined: those of a whole run. */
type Requests = ReadonlyMap<string | undefined, readonly ThreadRequest[]>;

/**
 * Returns how long a task has waited for people: for its own requests and for those of its whole run. Overlapping
 * requests count once.
 */
export function computeWaitedMs({ taskId, startedAt, durationMs }: ProcessGraphTask, requests: Requests): number {
  if (!startedAt) return 0;
  const began = Date.parse(startedAt);
  const ended = durationMs === null ? Number.POSITIVE_INFINITY : began + durationMs;
  const spans = [undefined, taskId]
    .flatMap((id) => requests.get(id) ?? [])
    .filter((one) => one.settledAt)
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
export function addActivity(
  task: ProcessGraphTask,
  graph: ProcessGraph,
  log: ProcessFacts,
  requests: Requests,
  silent: boolean,
): void {
  if (requests.get(task.taskId)?.some(isOpen)) task.stage = "asks";
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
