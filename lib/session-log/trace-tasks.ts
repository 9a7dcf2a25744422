import type { TaskBody } from "@/lib/contract/session-events/tasks";
import { formatDuration } from "@/lib/utils/text/format-figures";
import { toOptionalFact } from "./trace-facts";
import type { TraceEvent, TraceRow } from "./trace-rows";

/** Builds the row of a task; later events are added to it. */
export function taskRow(
  seq: number,
  start: number,
  { taskId, title }: Pick<TraceRow, "title"> & { taskId: string },
): TraceRow {
  const row = { key: `task-${seq}`, depth: 1, kind: "task" as const, taskId, title, start };
  return { ...row, duration: 0, failed: false, facts: [], raw: [] };
}

/** Adds a later event to a task's row. */
export function addTaskEvent(row: TraceRow, event: TraceEvent<"task">): void {
  row.raw.push(event);
  applyTaskState(row, event.body);
}

function applyTaskState(row: TraceRow, body: TaskBody): void {
  switch (body.state) {
    case "planned":
    case "answered":
      return;
    case "started":
      row.facts.push(...toOptionalFact("Agent", body.agentName));
      if (body.agentName) row.title = `${row.title} · ${body.agentName}`;
      return;
    case "items":
      row.facts.push(["Items", String(body.items.length)]);
      return;
    case "repair":
      row.facts.push(...toOptionalFact("Retry reason", body.problem));
      return;
    case "failed":
      row.failed = true;
      row.facts.push(...toOptionalFact("Error", body.error));
      return;
    case "finished":
      row.output = body.output;
      if (body.taken) row.title = `${row.title} · ${body.taken.name}`;
      row.facts.push(
        ["Duration", formatDuration(body.durationMs)],
        ...toOptionalFact("Case", body.taken?.name),
        ...toOptionalFact("Variable", body.variable),
        ...toOptionalFact("File", body.file?.filename),
      );
      return;
    default:
      body satisfies never;
  }
}
