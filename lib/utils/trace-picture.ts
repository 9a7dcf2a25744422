import { applyEvent } from "./session-log";
import { emptyLog } from "./session-log-state";
import { type Picture, picturesOf } from "./session-process";
import type { TraceEvent, TraceRow } from "./trace-rows";

const drawnFrom = new Set(["task", "status", "input_request", "input_answer", "tool_call", "tool_result"]);

/** The newest process of a session as it stands; undefined where it has none. */
export function pictureOf(events: readonly TraceEvent[]): Picture | undefined {
  if (!events.some(({ kind }) => kind === "task")) return undefined;
  const log = events.filter(({ kind }) => drawnFrom.has(kind)).reduce(applyEvent, emptyLog);
  return picturesOf(log).at(-1);
}

/** The place in the tree of a task of that process: earlier ones of the session may have had it, too. */
export const placeOfTask = (rows: readonly TraceRow[], taskId: string): TraceRow | undefined =>
  rows.findLast((row) => row.taskId === taskId);
