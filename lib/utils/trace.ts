export interface TraceEvent {
  seq: number | null;
  kind: string;
  body: unknown;
  at: string;
}

export interface TraceRow {
  key: string;
  /** 0 a turn of the conversation, 1 what happened in it. */
  depth: number;
  kind: "turn" | "model" | "tool" | "wait" | "notice";
  title: string;
  /** Milliseconds since the first event, and how long it took. */
  start: number;
  duration: number;
  failed: boolean;
  facts: [label: string, value: string][];
  input?: unknown;
  output?: unknown;
  raw: unknown[];
}

type Body = Record<string, unknown>;
const bodyOf = ({ body }: TraceEvent): Body => (body ?? {}) as Body;
const text = (value: unknown): string => (value === null || value === undefined ? "unknown" : String(value));

/** The log seen as a tree of turns with their model calls and tools, each with its place on a time line. */
export function traceOf(events: TraceEvent[]): TraceRow[] {
  const zero = events[0] ? Date.parse(events[0].at) : 0;
  const since = (event: TraceEvent) => Date.parse(event.at) - zero;
  const rows: TraceRow[] = [];
  const answers = new Map(
    events.filter(({ kind }) => kind === "message").map((event) => [String(bodyOf(event)._id), bodyOf(event)]),
  );
  const results = new Map(
    events.filter(({ kind }) => kind === "tool_result").map((event) => [String(bodyOf(event).callId), event]),
  );
  let turn: TraceRow | undefined;
  for (const event of events) {
    const body = bodyOf(event);
    const key = `${event.seq}`;
    const begins = event.kind === "message" && body.role === "user";
    if (turn && !begins && event.kind !== "rewind") turn.duration = Math.max(turn.duration, since(event) - turn.start);
    if (begins) {
      turn = {
        key,
        depth: 0,
        kind: "turn",
        title: text(body.text),
        start: since(event),
        duration: 0,
        failed: false,
        facts: [["From", text(body.authorName)]],
        input: body.text,
        raw: [event],
      };
      rows.push(turn);
    } else if (event.kind === "step")
      rows.push(modelRow(key, event, since(event), answers.get(String(body.messageId))));
    else if (event.kind === "tool_call") rows.push(toolRow(key, event, since(event), results.get(String(body.callId))));
    else if (event.kind === "input_request") rows.push(waitRow(key, event, since(event), events));
    else if (event.kind === "notice")
      rows.push({
        key,
        depth: 1,
        kind: "notice",
        title: text(body.text),
        start: since(event),
        duration: 0,
        failed: false,
        facts: [],
        raw: [event],
      });
    else if (event.kind === "status" && turn) endTurn(turn, event);
  }
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

const ends = (event: TraceEvent): boolean =>
  event.kind === "status" && ["completed", "cancelled", "error"].includes(text(bodyOf(event).runStatus));

function endTurn(turn: TraceRow, event: TraceEvent): void {
  const { runStatus, reason } = bodyOf(event);
  if (!ends(event)) return;
  turn.failed = runStatus === "error";
  turn.raw.push(event);
  turn.facts.push(["Ended", text(runStatus)], ...(reason ? [["Reason", text(reason)] as [string, string]] : []));
}

function modelRow(key: string, event: TraceEvent, end: number, answer: Body | undefined): TraceRow {
  const body = bodyOf(event);
  const duration = Number(body.durationMs ?? 0);
  const facts: [string, string][] = [
    ["Model", text(body.model)],
    ["Tokens", `${text(body.inputTokens)} in, ${text(body.outputTokens)} out`],
    ["First token", body.ttftMs === null ? "none" : `${text(body.ttftMs)} ms`],
    ["Cost", body.costUsd === null ? "unknown" : `$${Number(body.costUsd).toFixed(6)}`],
    ["Finished", text(body.finishReason)],
    ...(body.error ? [["Error", text(body.error)] as [string, string]] : []),
  ];
  return {
    key,
    depth: 1,
    kind: "model",
    title: `Model call: ${text(body.model)}`,
    start: Math.max(0, end - duration),
    duration,
    failed: Boolean(body.error),
    facts,
    input: body.prompt,
    output: answer?.text,
    raw: [event],
  };
}

function toolRow(key: string, event: TraceEvent, start: number, result: TraceEvent | undefined): TraceRow {
  const body = bodyOf(event);
  const answer: Body = result ? bodyOf(result) : {};
  const failed = Boolean(answer.error);
  const facts: [string, string][] = failed ? [["Error", text(answer.error)]] : [];
  return {
    key,
    depth: 1,
    kind: "tool",
    title: `Tool: ${text(body.name)}`,
    start,
    duration: Number(answer.durationMs ?? 0),
    failed,
    facts,
    input: body.input,
    output: answer.error ?? answer.output,
    raw: result ? [event, result] : [event],
  };
}

/** Waiting for a person: from the question to the answer, or to the end of the run. */
function waitRow(key: string, event: TraceEvent, start: number, events: TraceEvent[]): TraceRow {
  const body = bodyOf(event);
  const answered = (one: TraceEvent) => one.kind === "input_answer" && bodyOf(one).requestId === body.requestId;
  const later = events.slice(events.indexOf(event) + 1);
  const end = later.find((one) => answered(one) || ends(one));
  const answer = end && answered(end) ? bodyOf(end) : undefined;
  const { name: by } = (answer?.by ?? {}) as { name?: string };
  const facts: [string, string][] = answer
    ? [
        ["Answer", text(answer.decision)],
        ["By", text(by)],
        ...(answer.reason ? [["Reason", text(answer.reason)] as [string, string]] : []),
      ]
    : [["Answer", end ? "none, the run was ended" : "none yet"]];
  return {
    ...{
      key,
      depth: 1,
      kind: "wait",
      title: `${end ? "Waited" : "Waits"} for a person: ${text(body.name)}`,
      failed: false,
      facts,
      start,
    },
    duration: end ? Date.parse(end.at) - Date.parse(event.at) : 0,
    input: body.text,
    raw: end ? [event, end] : [event],
  };
}
