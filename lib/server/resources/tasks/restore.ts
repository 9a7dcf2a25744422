import type { TaskRow } from "../../engine/runs/process/tasks";
import type { Tx } from "../../platform/db/client";
import type { Restorer } from "../references/resource";
import { lockTaskContexts } from "../references/tasks";
import { prepareVariables } from "../references/variables";

/** Locks what a task that is restored refers to. Throws 409 if its prompts name a secret. */
export async function prepareRestore(tx: Tx, { teamId }: Restorer, row: TaskRow): Promise<Partial<TaskRow>> {
  const { description, expectedOutput } = row;
  await prepareVariables(tx, teamId, row, { description, expectedOutput });
  await lockTaskContexts(tx, teamId);
  return {};
}
