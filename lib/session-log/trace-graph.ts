import type { LoggedKind } from "@/lib/contract/session-events/events";
import { applyEvent } from "./apply-event";
import { buildProcessGraphs, type ProcessGraph } from "./process-graph";
import { emptyLog } from "./state";
import type { TraceEvent, TraceRow } from "./trace-rows";

const graphKinds: ReadonlySet<LoggedKind> = new Set([
  "task",
  "status",
  "input_request",
  "input_answer",
  "tool_call",
  "tool_result",
]);

/** Builds the graph of a session's newest process; undefined if it has none. */
export function buildTraceGraph(events: readonly TraceEvent[]): ProcessGraph | undefined {
  if (!events.some(({ kind }) => kind === "task")) return undefined;
  const log = events.filter(({ kind }) => graphKinds.has(kind)).reduce(applyEvent, emptyLog);
  return buildProcessGraphs(log).at(-1);
}

/** Returns the row of a task in that process: earlier processes may have had the same task. */
export const findTaskRow = (rows: readonly TraceRow[], taskId: string): TraceRow | undefined =>
  rows.findLast((row) => row.taskId === taskId);
