import type { ServerContext } from "@modelcontextprotocol/server";
import { listInside } from "@/lib/contract/apps/steps";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import type { PlannedBody } from "@/lib/contract/session-events/tasks";
import type { Exchange } from "./exchange";

/** Further notifications of one call are omitted. */
const maxNotifications = 1_000;

/** The number of tasks in an iteration. */
const countInside = (planned: PlannedBody["tasks"], iterationId: string): number =>
  listInside(
    planned.map(({ taskId, within = null }) => ({ taskId, within })),
    iterationId,
    ({ taskId }) => taskId,
  ).length;

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
  let planned: PlannedBody["tasks"] = [];
  let total: number | undefined;
  return (event) => {
    if (event.kind === "task" && event.body.state === "planned") {
      planned = event.body.tasks;
      total = planned.length;
    }
    if (event.kind === "task" && event.body.state === "items")
      total = (total ?? 0) + (event.body.items.length - 1) * countInside(planned, event.body.taskId);
    const counts = isProcess
      ? event.kind === "task" && event.body.state === "finished"
      : event.kind === "step" || event.kind === "tool_call";
    if (!counts || progress >= maxNotifications) return;
    progress += 1;
    const params = { progressToken, progress, ...(total !== undefined && { total }) };
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
