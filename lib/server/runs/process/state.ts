import type { Db } from "../../db/client";
import type { RunRow } from "../lease";
import { eventsOf } from "../open-calls";
import { ofPart, type Part } from "../part";
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
  state: "planned" | "started" | "repair" | "finished" | "failed";
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

/** The answer that this part of the run has already given, where nothing came after it before the run was interrupted. */
export async function answerIn({ db, run }: Work, part: Part): Promise<string | undefined> {
  const events = await eventsOf(db, run, ["message", "tool_call", "tool_result", "task"]);
  const last = ofPart(part, events).at(-1);
  const { completed, text } = (last?.body ?? {}) as { completed?: boolean; text?: string };
  return last?.kind === "message" && completed ? text : undefined;
}
