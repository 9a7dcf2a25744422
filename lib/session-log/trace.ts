import { itemCase } from "@/lib/contract/apps/steps";
import { fromItemId, toItemName } from "@/lib/contract/session-events/item-id";
import { toOptionalFact } from "./trace-facts";
import { isRunEndEvent, noticeRow, retrievalRow, type TraceEvent, type TraceRow, toolRow, waitRow } from "./trace-rows";
import { addTaskEvent, taskRow } from "./trace-tasks";
import { endTurn, modelRow, turnRow } from "./trace-turns";

interface Turn {
  row: TraceRow;
  /** Offset between the time of its events and the timeline. */
  shift: number;
  steps: TraceEvent<"step">[];
  ending: TraceEvent<"status"> | undefined;
  /** Its steps, in order. */
  children: Node[];
  /** Of a process: nodes by task id, and by the id of the delegating call. */
  parts: Map<string, Node>;
  /** By task id. */
  titles: Map<string, string>;
  /** By task id: the iteration that a task is in. */
  iterations: Map<string, string>;
}

interface Node {
  row: TraceRow;
  inside: Node[];
  /** Of a task in an iteration: the number of the item, and the iteration. */
  item?: number | null;
  iteration?: Node | undefined;
}

const newTurn = (row: TraceRow, at: number): Turn => ({
  row,
  shift: at - row.start,
  steps: [],
  ending: undefined,
  children: [],
  parts: new Map(),
  titles: new Map(),
  iterations: new Map(),
});

/**
 * Builds a tree of turns with their model calls and tools, each placed on a timeline of work, without the pauses
 * between turns. In a process they are below their task, and below the call that delegated the work; the tasks of an
 * iteration are below it, item by item.
 */
export function buildTrace(events: readonly TraceEvent[]): TraceRow[] {
  const context: TraceContext = { messages: new Map(), results: new Map(), events };
  for (const event of events) {
    if (event.kind === "message") context.messages.set(event.body._id, event);
    if (event.kind === "tool_result") context.results.set(event.body.callId, event);
  }
  const turns: Turn[] = [];
  for (const event of events) {
    const at = Date.parse(event.at);
    if (event.kind === "message" && event.body.role === "user") {
      const last = turns.at(-1)?.row;
      turns.push(newTurn(turnRow(event, last ? last.start + last.duration : 0), at));
      continue;
    }
    const turn = turns.at(-1);
    if (!turn || event.kind === "rewind") continue;
    const offset = at - turn.shift;
    turn.row.duration = Math.max(turn.row.duration, offset - turn.row.start);
    addEvent(turn, event, offset, context);
  }
  for (const { row, ending, steps } of turns) endTurn(row, ending, steps);
  return turns.flatMap(({ row, children }) => [row, ...children.flatMap((node) => flattenNode(node, 1))]);
}

const flattenNode = ({ row, inside }: Node, depth: number): TraceRow[] => [
  { ...row, depth },
  ...inside.toSorted((a, b) => (a.item ?? 0) - (b.item ?? 0)).flatMap((node) => flattenNode(node, depth + 1)),
];

interface TraceContext {
  messages: Map<string, TraceEvent<"message">>;
  results: Map<string, TraceEvent<"tool_result">>;
  events: readonly TraceEvent[];
}

/** Adds an event to its turn. */
function addEvent(turn: Turn, event: TraceEvent, offset: number, { messages, results, events }: TraceContext): void {
  switch (event.kind) {
    case "step":
      turn.steps.push(event);
      addRow(turn, event, offset, modelRow(event, offset, messages.get(event.body.messageId)));
      return;
    case "tool_call": {
      const { callId } = event.body;
      const node = addRow(turn, event, offset, toolRow(event, offset, results.get(callId)));
      turn.parts.set(callId, node);
      return;
    }
    case "retrieval":
      addRow(turn, event, offset, retrievalRow(event, offset));
      return;
    case "input_request":
      addRow(turn, event, offset, waitRow(event, offset, events));
      return;
    case "notice":
      addRow(turn, event, offset, noticeRow(event, offset));
      return;
    case "status":
      if (isRunEndEvent(event)) turn.ending = event;
      return;
    case "task":
      recordTask(turn, event, offset);
      return;
    case "message":
    case "tool_result":
    case "input_answer":
    case "discard":
    case "rewind":
      return;
    default:
      event satisfies never;
  }
}

/** Of a process, for members: the task and the delegation that an event belongs to. */
interface PartRef {
  taskId?: string | undefined;
  delegation?: string | undefined;
}

const findPart = ({ body }: TraceEvent): PartRef => ("taskId" in body ? body : {});

/** Makes a task and its iteration last at least until the end of a step in them. */
function extend(task: Node, end: number): void {
  task.row.duration = Math.max(task.row.duration, end - task.row.start);
  if (task.iteration) extend(task.iteration, end);
}

/** Adds a row at its place. */
function addRow(turn: Turn, event: TraceEvent, offset: number, row: TraceRow): Node {
  const { taskId, delegation } = findPart(event);
  const node = { row, inside: [] };
  const task = taskId ? taskNode(turn, taskId, event.seq, offset) : undefined;
  const parent = (delegation ? turn.parts.get(delegation) : undefined) ?? task;
  (parent?.inside ?? turn.children).push(node);
  if (task) extend(task, row.start + row.duration);
  return node;
}

function taskNode(turn: Turn, taskId: string, seq: number, offset: number): Node {
  const known = turn.parts.get(taskId);
  if (known) return known;
  const { taskId: ownId, item } = fromItemId(taskId);
  const title = toItemName(turn.titles.get(ownId) ?? "Task", item);
  const iterationId = item === null ? undefined : turn.iterations.get(ownId);
  const iteration = iterationId ? taskNode(turn, iterationId, seq, offset) : undefined;
  const node: Node = { row: taskRow(seq, offset, { taskId, title }), inside: [], item, iteration };
  turn.parts.set(taskId, node);
  (iteration?.inside ?? turn.children).push(node);
  return node;
}

type Cases = { id: string }[] | undefined;

const isIteration = (cases: Cases): boolean => cases?.[0]?.id === itemCase;

const toNoun = (cases: Cases): string => (isIteration(cases) ? "Iteration" : cases ? "Branch" : "Task");

function recordTask(turn: Turn, event: TraceEvent<"task">, offset: number): void {
  const { body, seq } = event;
  if (body.state === "planned") {
    turn.row.facts.push(...toOptionalFact("App revision", body.appRevision));
    // Branches and iterations come before the steps within them.
    for (const { taskId, name, cases, within } of body.tasks) {
      turn.titles.set(taskId, `${toNoun(cases)}: ${name}`);
      const iterationId = isIteration(cases) ? taskId : turn.iterations.get(within?.branch ?? "");
      if (iterationId) turn.iterations.set(taskId, iterationId);
    }
    return;
  }
  const task = taskNode(turn, body.taskId, seq, offset);
  addTaskEvent(task.row, event);
  extend(task, offset);
}

/** Returns the failed rows with their ancestors. */
export function findFailures(rows: TraceRow[]): TraceRow[] {
  const failures = new Set<TraceRow>();
  const ancestors: TraceRow[] = [];
  for (const row of rows) {
    ancestors.length = row.depth;
    ancestors[row.depth] = row;
    if (row.failed) for (const one of ancestors) if (one) failures.add(one);
  }
  return rows.filter((row) => failures.has(row));
}
