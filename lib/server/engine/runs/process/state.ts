import type { LoggedKind } from "@/lib/contract/session-events/events";
import type { Reader } from "../../../platform/db/client";
import { loadEvents } from "../calls/open-calls";
import type { RunRow } from "../lease/lease";
import type { Work } from "../lease/work";
import { loadBodies } from "../log/bodies";
import type { NewEvent } from "../log/events";
import type { Part } from "../log/part";
import { readPage } from "../log/read-page";

/** A task's progress in the log. */
export interface TaskState {
  state: "started" | "finished";
  startedAt: string;
  output: string;
  /** A correction of its output has been requested. */
  repaired: boolean;
  /** The id of the case that a branch has taken. */
  taken?: string | undefined;
  /** Of an iteration whose list is known. */
  items?: string[] | undefined;
}

/** Of an iteration whose items are worked on. */
export const startedItems = (items: string[], startedAt: string): TaskState => ({
  state: "started",
  startedAt,
  output: "",
  repaired: false,
  items,
});

/** By the ids of started tasks. */
export async function loadTaskStates(db: Reader, run: RunRow): Promise<Map<string, TaskState>> {
  const states = new Map<string, TaskState>();
  for (const { kind, body } of await loadEvents(db, run, ["task"])) {
    if (kind !== "task" || body.state === "planned") continue;
    const { taskId, state } = body;
    const current = states.get(taskId);
    if (state === "started") states.set(taskId, { state, startedAt: body.startedAt, output: "", repaired: false });
    else if (state === "items") states.set(taskId, startedItems(body.items, body.startedAt));
    else if (state === "repair" && current) current.repaired = true;
    else if (state === "finished") {
      const { startedAt = "", repaired = false, items } = current ?? {};
      states.set(taskId, { state, startedAt, repaired, output: body.output, taken: body.taken?.id, items });
    }
  }
  return states;
}

/** A part's response from an earlier attempt. */
export interface StoredAnswer {
  text: string;
  /** Its events still to be recorded. */
  events: NewEvent<"message">[];
}

const kinds: LoggedKind[] = ["message", "tool_call", "tool_result", "task"];

/** The part's response, if nothing followed it before the interruption. */
export async function findAnswer({ db, run }: Work, part: Part): Promise<StoredAnswer | undefined> {
  const { rows } = await readPage(db, run.sessionId, {
    runId: run.id,
    part,
    kinds,
    current: true,
    newestFirst: true,
    limit: 1,
    load: loadBodies,
  });
  const [last] = rows;
  if (last?.kind === "message" && last.body.completed) return { text: last.body.text, events: [] };
  if (last?.kind !== "task" || last.body.state !== "answered" || !last.body.message) return undefined;
  const { message } = last.body;
  return { text: message.body.text, events: [message] };
}

/** Stores a response before it is validated and its file is known. */
export const answeredEvent = (taskId: string, message: NewEvent<"message">): NewEvent<"task"> => ({
  kind: "task",
  body: { state: "answered", taskId, message },
});
