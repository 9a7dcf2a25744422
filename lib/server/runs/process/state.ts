import type { Db } from "../../db/client";
import type { RunRow } from "../lease";
import { eventsOf } from "../open-calls";

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
