import type { ServerContext } from "@modelcontextprotocol/server";
import { listInside } from "@/lib/contract/apps/steps";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { fromItemId } from "@/lib/contract/session-events/item-id";
import type { PlannedBody, TaskBody } from "@/lib/contract/session-events/tasks";
import { findSkipped } from "../../../engine/runs/process/branches/skipped";
import type { Exchange } from "./exchange";

/** Further notifications of one call are omitted. */
const maxNotifications = 1_000;

const toSteps = (planned: PlannedBody["tasks"]) =>
  planned.map(({ taskId, within = null }) => ({ kind: "task" as const, taskId, after: [], within }));

/** By how many steps an event makes a process longer: by those of items, less those that a branch skips. */
function countAdded(steps: ReturnType<typeof toSteps>, body: TaskBody): number {
  if (body.state === "items")
    return (body.items.length - 1) * listInside(steps, body.taskId, ({ taskId }) => taskId).length;
  if (body.state !== "finished" || !body.taken) return 0;
  return -findSkipped(steps, new Map([[fromItemId(body.taskId).taskId, { taken: body.taken.id }]])).size;
}

/**
 * Returns a listener that sends progress notifications, if the client has asked for them: by tasks of a process, otherwise by
 * model calls and calls of tools.
 */
export function reportProgress(
  { streams, caller }: Exchange,
  { mcpReq }: ServerContext,
): ((event: SessionEvent) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined || !streams) return undefined;
  const isProcess = caller.app.type === "process";
  let progress = 0;
  let steps: ReturnType<typeof toSteps> = [];
  let total: number | undefined;
  return (event) => {
    if (event.kind === "task" && event.body.state === "planned") {
      steps = toSteps(event.body.tasks);
      total = steps.length;
    } else if (event.kind === "task") total = (total ?? 0) + countAdded(steps, event.body);
    const counts = isProcess
      ? event.kind === "task" && event.body.state === "finished"
      : event.kind === "step" || event.kind === "tool_call";
    if (!counts || progress >= maxNotifications) return;
    progress += 1;
    const params = { progressToken, progress, ...(total !== undefined && { total }) };
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
