import { and, eq } from "drizzle-orm";
import { sameJson } from "@/lib/utils/json/same-json";
import type { Viewer } from "../../access/visibility/visible";
import { toTaskContent } from "../../engine/runs/process/tasks";
import type { Tx } from "../../platform/db/client";
import { checkUnused, checkVersion, editedBy, lockRow, toCopy } from "../../platform/db/query/edit";
import { tasks } from "../../platform/db/tables/tasks";
import { notFound } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import type { Gate } from "../gate/service";
import { lockTaskContexts } from "../references/tasks";
import { listUsers } from "../references/users";
import { lockVariables } from "../references/variables";
import { moveToTrash } from "../trash/service";
import { checkTask, type Form, findTaskPromptNames, listSetVariables } from "./form";
import { getTask, viewTask } from "./queries";

export async function createTask(tx: Tx, caller: Viewer, form: Form): Promise<string> {
  const { teamId, accountId } = caller;
  const id = newId("task");
  const computed = { promptNames: findTaskPromptNames(form), variableIds: listSetVariables(form) };
  await lockVariables(tx, teamId, { names: computed.promptNames, ids: computed.variableIds });
  await lockTaskContexts(tx, teamId);
  await checkTask(tx, caller, id, form);
  await tx.insert(tasks).values({ ...form, ...computed, id, teamId, createdBy: accountId });
  return id;
}

/** Updates the sent fields. Throws 409 with the current task for an outdated version. */
export async function updateTask(
  tx: Tx,
  caller: Viewer,
  id: string,
  { version, ...sent }: Partial<Form> & { version?: number | undefined },
  gate: Gate,
): Promise<void> {
  const { teamId, accountId } = caller;
  await lockVariables(tx, teamId, { names: findTaskPromptNames(sent), ids: listSetVariables(sent) });
  await lockTaskContexts(tx, teamId);
  await lockRow(tx, tasks, teamId, id);
  const row = await getTask(tx, teamId, id);
  if (version !== undefined && version !== row.version)
    checkVersion(row.version, version, "task", await viewTask(tx, teamId, id));
  await checkTask(tx, caller, id, sent);
  const merged = { ...row, ...sent };
  const computed = { promptNames: findTaskPromptNames(merged), variableIds: listSetVariables(merged) };
  const after = toTaskContent({ ...merged, ...computed });
  const override = sameJson(after, toTaskContent(row))
    ? row.override
    : await gate(tx, teamId, { tasks: { [id]: after } });
  await tx
    .update(tasks)
    .set({ ...sent, ...computed, override, ...editedBy(accountId) })
    .where(and(eq(tasks.teamId, teamId), eq(tasks.id, id)));
}

export async function duplicateTask(tx: Tx, { teamId, accountId }: Viewer, sourceId: string): Promise<string> {
  const row = toCopy(await getTask(tx, teamId, sourceId), newId("task"), accountId);
  await lockVariables(tx, teamId, { names: row.promptNames, ids: row.variableIds });
  await tx.insert(tasks).values(row);
  return row.id;
}

/** Deletes a task. Throws 409 naming the apps and tasks that use it, unless forced. Returns its id in the trash. */
export async function deleteTask(tx: Tx, caller: Viewer, id: string, force: boolean | undefined): Promise<string> {
  const own = and(eq(tasks.teamId, caller.teamId), eq(tasks.id, id));
  await lockTaskContexts(tx, caller.teamId);
  const [row] = await tx.select().from(tasks).where(own).for("update");
  if (!row) throw notFound("This task");
  checkUnused(await listUsers(tx, caller, "task", { ids: [id] }), force);
  return moveToTrash(tx, caller, "task", row);
}
