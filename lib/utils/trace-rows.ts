import { formatCost, formatDuration } from "./figures";
import { searchOf, type ThreadSearch } from "./session-searches";

export interface TraceEvent {
  seq: number | null;
  kind: string;
  body: unknown;
  at: string;
}

export interface TraceRow {
  key: string;
  /** 0 a turn of the conversation, 1 what happened in it; in a process what happened in its tasks lies deeper. */
  depth: number;
  kind: "turn" | "task" | "model" | "tool" | "retrieval" | "wait" | "notice";
  title: string;
  /** Milliseconds of work before it, and how long it took. What lies between turns is left out. */
  start: number;
  duration: number;
  failed: boolean;
  facts: [label: string, value: string][];
  input?: unknown;
  output?: unknown;
  /** Of a task. */
  taskId?: string;
  /** What became of a search. */
  search?: ThreadSearch;
  raw: unknown[];
}

type Body = Record<string, unknown>;
export const bodyOf = ({ body }: TraceEvent): Body => (body ?? {}) as Body;
const text = (value: unknown): string => (value === null || value === undefined ? "unknown" : String(value));
const given = (label: string, value: unknown): TraceRow["facts"] =>
  value === null || value === undefined || value === "" ? [] : [[label, String(value)]];
const tokens = (input: unknown, output: unknown) =>
  input === null && output === null ? "unknown" : `${text(input)} in, ${text(output)} out`;
const cost = (usd: unknown) =>
  typeof usd !== "number" ? "unknown" : usd > 0 && usd < 0.01 ? `$${usd.toFixed(6)}` : formatCost(usd);

/** Figures that the provider did not count are marked. */
const estimate = (estimated: boolean, figure: string): string => (estimated ? `${figure} (estimate)` : figure);

export function turnRow(event: TraceEvent, start: number): TraceRow {
  const body = bodyOf(event);
  return {
    key: `${event.seq}`,
    depth: 0,
    kind: "turn",
    title: text(body.text),
    start,
    duration: 0,
    failed: false,
    facts: [["From", text(body.authorName)]],
    input: body.text,
    raw: [event],
  };
}

/** What the turn came to: how it ended, and the sums of its model calls. */
export function endTurn(turn: TraceRow, ending: TraceEvent | undefined, steps: TraceEvent[]): void {
  const { runStatus, reason } = ending ? bodyOf(ending) : {};
  turn.failed = runStatus === "error";
  if (ending) turn.raw.push(ending);
  turn.facts.push(["Took", formatDuration(turn.duration)]);
  if (steps.length > 0) {
    const sum = (name: string) => {
      const values = steps.map((step) => bodyOf(step)[name]);
      return values.every((value) => typeof value === "number") ? values.reduce((a, b) => a + b, 0) : null;
    };
    const estimated = steps.some((step) => bodyOf(step).estimated === true);
    turn.facts.push(
      ["Model calls", String(steps.length)],
      ["Tokens", estimate(estimated, tokens(sum("inputTokens"), sum("outputTokens")))],
      ["Cost", estimate(estimated, cost(sum("costUsd")))],
    );
  }
  turn.facts.push(...given("Ended", runStatus), ...given("Reason", reason));
}

export function modelRow(event: TraceEvent, end: number, answer: Body | undefined): TraceRow {
  const body = bodyOf(event);
  const duration = Number(body.durationMs ?? 0);
  return {
    key: `${event.seq}`,
    depth: 1,
    kind: "model",
    title: `Model call: ${text(body.model)}`,
    start: Math.max(0, end - duration),
    duration,
    failed: Boolean(body.error),
    facts: [
      ["Model", text(body.model)],
      ...given("Provider", body.provider),
      ...given("Revision", body.revisionId),
      ["Took", formatDuration(duration)],
      ["First token", typeof body.ttftMs === "number" ? formatDuration(body.ttftMs) : "none"],
      ["Tokens", estimate(body.estimated === true, tokens(body.inputTokens ?? null, body.outputTokens ?? null))],
      ["Cost", estimate(body.estimated === true, cost(body.costUsd))],
      ["Finished", text(body.finishReason)],
      ...given("Error", body.error),
    ],
    input: body.prompt,
    output: answer?.text,
    raw: [event],
  };
}

export function toolRow(event: TraceEvent, start: number, result: TraceEvent | undefined): TraceRow {
  const body = bodyOf(event);
  const answer: Body = result ? bodyOf(result) : {};
  const duration = Number(answer.durationMs ?? 0);
  return {
    key: `${event.seq}`,
    depth: 1,
    kind: "tool",
    title: `Tool: ${text(body.name)}`,
    start,
    duration,
    failed: Boolean(answer.error),
    facts: [
      ...given("Revision", answer.revision ?? body.revision ?? body.revisionId),
      ["Took", result ? formatDuration(duration) : "not finished"],
      ...given("Error", answer.error),
      ...given("Console", Array.isArray(answer.logs) ? answer.logs.join("\n") : undefined),
    ],
    input: body.input,
    output: answer.error ?? answer.output,
    raw: result ? [event, result] : [event],
  };
}

/** A search, which is told of once it is over. */
export function retrievalRow(event: TraceEvent, end: number): TraceRow {
  const search = searchOf(event.seq ?? 0, bodyOf(event));
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
      ["Tool", text(tool)],
      ["Kept", `${passages.length} of ${passages.length + dropped.length}`],
      ["Took", formatDuration(ms.total)],
    ],
    search,
    raw: [event],
  };
}

/** Whether it says that a run is over; one that waits for a person is not. */
export const isEnding = (event: TraceEvent): boolean =>
  event.kind === "status" && ["completed", "cancelled", "error"].includes(text(bodyOf(event).runStatus));

/** Waiting for a person: from the question to the answer, or to the end of the run. */
export function waitRow(event: TraceEvent, start: number, events: TraceEvent[]): TraceRow {
  const body = bodyOf(event);
  const answered = (one: TraceEvent) => one.kind === "input_answer" && bodyOf(one).requestId === body.requestId;
  const later = events.slice(events.indexOf(event) + 1);
  const end = later.find((one) => answered(one) || isEnding(one));
  const answer = end && answered(end) ? bodyOf(end) : undefined;
  const { name: by } = (answer?.by ?? {}) as { name?: string };
  const facts: TraceRow["facts"] = answer
    ? [["Answer", text(answer.decision)], ["By", text(by)], ...given("Reason", answer.reason)]
    : [["Answer", end ? "none, the run was ended" : "none yet"]];
  return {
    key: `${event.seq}`,
    depth: 1,
    kind: "wait",
    title: `${end ? "Waited" : "Waits"} for a person: ${text(body.name)}`,
    start,
    duration: end ? Date.parse(end.at) - Date.parse(event.at) : 0,
    failed: false,
    facts,
    input: body.text,
    raw: end ? [event, end] : [event],
  };
}

export function noticeRow(event: TraceEvent, start: number): TraceRow {
  const { text: title, code } = bodyOf(event);
  const row = { key: `${event.seq}`, depth: 1, kind: "notice" as const, title: text(title), start };
  return { ...row, duration: 0, failed: code === "loop", facts: [], raw: [event] };
}

/** A task of a process; what is told of it later is put in. */
export function taskRow(
  event: TraceEvent,
  start: number,
  { taskId, name }: { taskId: string; name: string },
): TraceRow {
  const row = { key: `task-${event.seq}`, depth: 1, kind: "task" as const, taskId, title: `Task: ${name}`, start };
  return { ...row, duration: 0, failed: false, facts: [], raw: [] };
}

export function noteInTask(row: TraceRow, event: TraceEvent, at: number): void {
  const { state, agentName, durationMs, error, output, problem, variable, file } = bodyOf(event);
  row.raw.push(event);
  row.duration = Math.max(row.duration, at - row.start);
  if (state === "started") {
    row.facts.push(...given("Agent", agentName));
    if (agentName) row.title = `${row.title} · ${agentName}`;
  }
  if (state === "repair") row.facts.push(...given("Asked once more", problem));
  if (state === "failed") {
    row.failed = true;
    row.facts.push(...given("Error", error));
  }
  if (state !== "finished") return;
  row.output = output;
  row.facts.push(
    ["Took", formatDuration(Number(durationMs ?? 0))],
    ...given("Variable", variable),
    ...given("File", (file as { filename?: string } | null)?.filename),
  );
}
