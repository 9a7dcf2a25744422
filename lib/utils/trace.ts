import {
  bodyOf,
  endTurn,
  isEnding,
  modelRow,
  noteInTask,
  noticeRow,
  retrievalRow,
  type TraceEvent,
  type TraceRow,
  taskRow,
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
  /** What happened in it, in order. */
  inside: Node[];
  /** Of a process: by the ids of tasks, and of the calls by which work was passed on. */
  parts: Map<string, Node>;
  names: Map<string, string>;
}

interface Node {
  row: TraceRow;
  inside: Node[];
}

const newTurn = (row: TraceRow, at: number): Turn => ({
  ...{ row, shift: at - row.start, steps: [], ending: undefined, inside: [] },
  ...{ parts: new Map(), names: new Map() },
});

/**
 * The log seen as a tree of turns with their model calls and tools, each with its place on a time line of work: a pause
 * between two turns does not count. In a process they stand below their task, and below the call that passed work on.
 */
export function traceOf(events: TraceEvent[]): TraceRow[] {
  const byId = (wanted: string, id: string) =>
    new Map(events.filter(({ kind }) => kind === wanted).map((event) => [String(bodyOf(event)[id]), event]));
  const messages = byId("message", "_id");
  const results = byId("tool_result", "callId");
  const turns: Turn[] = [];
  for (const event of events) {
    const { kind } = event;
    const body = bodyOf(event);
    const at = Date.parse(event.at);
    const begins = kind === "message" && body.role === "user";
    if (begins) {
      const last = turns.at(-1)?.row;
      turns.push(newTurn(turnRow(event, last ? last.start + last.duration : 0), at));
      continue;
    }
    const turn = turns.at(-1);
    if (!turn || kind === "rewind") continue;
    const since = at - turn.shift;
    turn.row.duration = Math.max(turn.row.duration, since - turn.row.start);
    if (isEnding(event)) turn.ending = event;
    if (kind === "step") turn.steps.push(event);
    if (kind === "task") noteTask(turn, event, since);
    const row = rowOf(event, since, { messages, results, events });
    if (row) put(turn, event, since, row);
  }
  for (const { row, ending, steps } of turns) endTurn(row, ending, steps);
  return turns.flatMap(({ row, inside }) => [row, ...inside.flatMap((node) => flat(node, 1))]);
}

const flat = ({ row, inside }: Node, depth: number): TraceRow[] => [
  { ...row, depth },
  ...inside.flatMap((node) => flat(node, depth + 1)),
];

interface Known {
  messages: Map<string, TraceEvent>;
  results: Map<string, TraceEvent>;
  events: TraceEvent[];
}

function rowOf(event: TraceEvent, since: number, { messages, results, events }: Known): TraceRow | undefined {
  const body = bodyOf(event);
  switch (event.kind) {
    case "step": {
      const answer = messages.get(String(body.messageId));
      return modelRow(event, since, answer && bodyOf(answer));
    }
    case "tool_call":
      return toolRow(event, since, results.get(String(body.callId)));
    case "retrieval":
      return retrievalRow(event, since);
    case "input_request":
      return waitRow(event, since, events);
    case "notice":
      return noticeRow(event, since);
    default:
      return undefined;
  }
}

/** Puts a row where its event belongs; it takes as much time as all that is in it. */
function put(turn: Turn, event: TraceEvent, since: number, row: TraceRow): void {
  const { taskId, delegation, callId } = bodyOf(event);
  const node = { row, inside: [] };
  const task = taskId ? taskNode(turn, String(taskId), event, since) : undefined;
  const parent = (delegation ? turn.parts.get(String(delegation)) : undefined) ?? task;
  if (event.kind === "tool_call") turn.parts.set(String(callId), node);
  (parent?.inside ?? turn.inside).push(node);
  if (task) task.row.duration = Math.max(task.row.duration, row.start + row.duration - task.row.start);
}

function taskNode(turn: Turn, taskId: string, event: TraceEvent, since: number): Node {
  const known = turn.parts.get(taskId);
  if (known) return known;
  const node = { row: taskRow(event, since, { taskId, name: turn.names.get(taskId) ?? "Task" }), inside: [] };
  turn.parts.set(taskId, node);
  turn.inside.push(node);
  return node;
}

function noteTask(turn: Turn, event: TraceEvent, since: number): void {
  const { state, taskId, tasks } = bodyOf(event);
  if (state === "planned")
    for (const one of tasks as { taskId: string; name: string }[]) turn.names.set(one.taskId, one.name);
  else noteInTask(taskNode(turn, String(taskId), event, since).row, event, since);
}

/** What failed, each with what it belongs to. */
export function failuresOf(rows: TraceRow[]): TraceRow[] {
  const kept = new Set<TraceRow>();
  const above: TraceRow[] = [];
  for (const row of rows) {
    above.length = row.depth;
    above[row.depth] = row;
    if (row.failed) for (const one of above) if (one) kept.add(one);
  }
  return rows.filter((row) => kept.has(row));
}
