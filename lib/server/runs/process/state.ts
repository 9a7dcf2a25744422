import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../../db/client";
import { sessionEvents } from "../../sessions/table";
import { unshelveAll } from "../bodies";
import type { NewEvent } from "../events";
import type { RunRow } from "../lease";
import { eventsOf } from "../open-calls";
import { isOfPart, type Part } from "../part";
import { readPage } from "../read-page";
import type { Work } from "../work";

/** How far a task has come, by the log. */
export interface TaskState {
  state: "started" | "finished";
  startedAt: string;
  output: string;
  /** Its output did not fit, and was asked for once more. */
  repaired: boolean;
}

interface Body {
  taskId: string;
  state: "planned" | "started" | "answered" | "repair" | "finished" | "failed";
  startedAt?: string;
  output?: string;
}

/** By the ids of the tasks that have begun. */
export async function statesOf(db: Pick<Db, "select">, run: RunRow): Promise<Map<string, TaskState>> {
  const states = new Map<string, TaskState>();
  for (const { body, at } of await eventsOf(db, run, ["task"])) {
    const { taskId, state, startedAt = at.toISOString(), output = "" } = body as Body;
    const known = states.get(taskId);
    if (state === "started") states.set(taskId, { state, startedAt, output: "", repaired: false });
    else if (state === "repair" && known) known.repaired = true;
    else if (state === "finished" && known) states.set(taskId, { ...known, state, output });
  }
  return states;
}

/** An answer that a part of a run has come to, as an attempt before this one has left it. */
export interface KnownAnswer {
  text: string;
  /** What is still to be written of it. */
  events: NewEvent[];
}

const kinds = ["message", "tool_call", "tool_result", "task"];

/** The answer that this part of the run has already given, where nothing came after it before the run was interrupted. */
export async function answerIn({ db, run }: Work, part: Part): Promise<KnownAnswer | undefined> {
  const own = and(eq(sessionEvents.runId, run.id), isNull(sessionEvents.supersededBy), isOfPart(part));
  const { rows } = await readPage(db, run.sessionId, {
    ...{ where: and(own, inArray(sessionEvents.kind, kinds)), newestFirst: true, limit: 1 },
    unshelve: unshelveAll,
  });
  const [last] = rows;
  const { completed, text = "", state, message } = (last?.body ?? {}) as AnswerBody;
  if (last?.kind === "message" && completed) return { text, events: [] };
  if (state === "answered" && message) return { text: message.body.text, events: [message] };
}

type MessageEvent = NewEvent & { body: { text: string } };

interface AnswerBody {
  completed?: boolean;
  text?: string;
  state?: Body["state"];
  message?: MessageEvent;
}

/** A task's answer whose message is to be written later, once it is known whether it fits and what file it goes to. */
export const answeredEvent = (taskId: string, message: NewEvent): NewEvent => ({
  kind: "task",
  body: { state: "answered", taskId, message },
});
