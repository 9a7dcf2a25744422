import type { LoggedKind, LoggedReaderEvent } from "@/lib/contract/session-events/events";
import { formatDuration } from "@/lib/utils/text/format-figures";
import { isRunEnd } from "./run-end";
import type { ThreadSearch } from "./searches";
import { type Fact, toOptionalFact, toText } from "./trace-facts";

/** An event of the log, as a reader of the trace gets it. */
export type TraceEvent<K extends LoggedKind = LoggedKind> = Extract<LoggedReaderEvent, { kind: K }>;

export interface TraceRow {
  key: string;
  /** 0: a turn of the conversation; 1: its steps; in a process the steps of tasks are deeper. */
  depth: number;
  kind: "turn" | "task" | "model" | "tool" | "retrieval" | "wait" | "notice";
  title: string;
  /** Milliseconds of work before it, and its duration. Pauses between turns are left out. */
  start: number;
  duration: number;
  failed: boolean;
  facts: Fact[];
  input?: unknown;
  output?: unknown;
  /** Of a task. */
  taskId?: string;
  /** The result of a search. */
  search?: ThreadSearch;
  raw: unknown[];
}

export function toolRow(
  event: TraceEvent<"tool_call">,
  start: number,
  result: TraceEvent<"tool_result"> | undefined,
): TraceRow {
  const { body } = event;
  const answer = result?.body;
  const duration = answer?.durationMs ?? 0;
  return {
    key: `${event.seq}`,
    depth: 1,
    kind: "tool",
    title: `Tool: ${toText(body.name)}`,
    start,
    duration,
    failed: Boolean(answer?.error),
    facts: [
      ...toOptionalFact("Revision", answer?.revision ?? body.revision ?? body.revisionId),
      ["Duration", result ? formatDuration(duration) : "not finished"],
      ...toOptionalFact("Error", answer?.error),
      ...toOptionalFact("Console", answer?.logs?.join("\n")),
    ],
    input: body.input,
    output: answer?.error ?? answer?.output,
    raw: result ? [event, result] : [event],
  };
}

/** Builds the row of a search, which is logged once it has ended. */
export function retrievalRow(event: TraceEvent<"retrieval">, end: number): TraceRow {
  const search: ThreadSearch = { ...event.body, seq: event.seq };
  const { tool, query, passages, dropped, ms } = search;
  return {
    key: `${event.seq}`,
    depth: 1,
    kind: "retrieval",
    title: `Retrieval: ${query}`,
    start: Math.max(0, end - ms.total),
    duration: ms.total,
    failed: false,
    facts: [
      ["Tool", toText(tool)],
      ["Passages used", `${passages.length} of ${passages.length + dropped.length}`],
      ["Duration", formatDuration(ms.total)],
    ],
    search,
    raw: [event],
  };
}

/** Whether it ends a run; waiting for a person does not. */
export const isRunEndEvent = (event: TraceEvent): event is TraceEvent<"status"> =>
  event.kind === "status" && isRunEnd(event.body.runStatus);

/** Builds a row for waiting for a person: from the request to its answer, or to the run's end. */
export function waitRow(event: TraceEvent<"input_request">, start: number, events: readonly TraceEvent[]): TraceRow {
  const { body } = event;
  const later = events.slice(events.indexOf(event) + 1);
  const end = later.find(
    (one) => isRunEndEvent(one) || (one.kind === "input_answer" && one.body.requestId === body.requestId),
  );
  const answer = end?.kind === "input_answer" ? end.body : undefined;
  const facts: Fact[] = answer
    ? [
        ["Response", answer.decision],
        ["Responded by", toText(answer.by?.name)],
        ...toOptionalFact("Reason", answer.reason),
      ]
    : [["Response", end ? "none; the run ended" : "none yet"]];
  return {
    key: `${event.seq}`,
    depth: 1,
    kind: "wait",
    title: `${end ? "Waited" : "Waiting"} for a response: ${toText(body.name)}`,
    start,
    duration: end ? Date.parse(end.at) - Date.parse(event.at) : 0,
    failed: false,
    facts,
    input: body.text,
    raw: end ? [event, end] : [event],
  };
}

export function noticeRow(event: TraceEvent<"notice">, start: number): TraceRow {
  const { text: title, code } = event.body;
  const row = { key: `${event.seq}`, depth: 1, kind: "notice" as const, title, start };
  return { ...row, duration: 0, failed: code === "loop", facts: [], raw: [event] };
}
