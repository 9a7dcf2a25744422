import type { ServerContext } from "@modelcontextprotocol/server";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import type { Exchange } from "./exchange";

/** Further notifications of one call are omitted. */
const maxNotifications = 1_000;

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
  let total: number | undefined;
  return (event) => {
    if (event.kind === "task" && event.body.state === "planned") total = event.body.tasks.length;
    const counts = isProcess
      ? event.kind === "task" && event.body.state === "finished"
      : event.kind === "step" || event.kind === "tool_call";
    if (!counts || progress >= maxNotifications) return;
    progress += 1;
    const params = { progressToken, progress, ...(total !== undefined && { total }) };
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
