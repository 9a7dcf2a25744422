import {
  bodyOf,
  endTurn,
  isEnding,
  modelRow,
  noticeRow,
  retrievalRow,
  type TraceEvent,
  type TraceRow,
  toolRow,
  turnRow,
  waitRow,
} from "./trace-rows";

interface Turn {
  row: TraceRow;
  /** What lies between its events' time and the time line's. */
  shift: number;
  steps: TraceEvent[];
  ending: TraceEvent | undefined;
}

/**
 * The log seen as a tree of turns with their model calls and tools, each with its place on a time line of work: a pause
 * between two turns does not count.
 */
export function traceOf(events: TraceEvent[]): TraceRow[] {
  const byId = (wanted: string, id: string) =>
    new Map(events.filter(({ kind }) => kind === wanted).map((event) => [String(bodyOf(event)[id]), event]));
  const messages = byId("message", "_id");
  const results = byId("tool_result", "callId");
  const rows: TraceRow[] = [];
  const turns: Turn[] = [];
  for (const event of events) {
    const { kind } = event;
    const body = bodyOf(event);
    const at = Date.parse(event.at);
    const begins = kind === "message" && body.role === "user";
    if (begins) {
      const last = turns.at(-1)?.row;
      const row = turnRow(event, last ? last.start + last.duration : 0);
      turns.push({ row, shift: at - row.start, steps: [], ending: undefined });
      rows.push(row);
      continue;
    }
    const turn = turns.at(-1);
    if (!turn || kind === "rewind") continue;
    const since = at - turn.shift;
    turn.row.duration = Math.max(turn.row.duration, since - turn.row.start);
    if (kind === "step") {
      const answer = messages.get(String(body.messageId));
      turn.steps.push(event);
      rows.push(modelRow(event, since, answer && bodyOf(answer)));
    } else if (kind === "tool_call") rows.push(toolRow(event, since, results.get(String(body.callId))));
    else if (kind === "retrieval") rows.push(retrievalRow(event, since));
    else if (kind === "input_request") rows.push(waitRow(event, since, events));
    else if (kind === "notice") rows.push(noticeRow(event, since));
    else if (isEnding(event)) turn.ending = event;
  }
  for (const { row, ending, steps } of turns) endTurn(row, ending, steps);
  return rows;
}

/** What failed, each with the turn it belongs to. */
export function failuresOf(rows: TraceRow[]): TraceRow[] {
  const kept = new Set<TraceRow>();
  let turn: TraceRow | undefined;
  for (const row of rows) {
    if (row.depth === 0) turn = row;
    if (!row.failed) continue;
    if (turn) kept.add(turn);
    kept.add(row);
  }
  return rows.filter((row) => kept.has(row));
}
