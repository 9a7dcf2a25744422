import { and, eq } from "drizzle-orm";
import { type TaskPart, taskPart } from "@/lib/contract/transfer-file";
import type { Tx } from "../db/client";
import { lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { asksOf, fileAsksOf } from "../inbox/transfer";
import { holdVariables } from "../variables/service";
import type { TaskRow } from "./queries";
import { checkTask, holdContexts, promptNamesOf, variablesSetBy } from "./service";
import { tasks } from "./table";

/** A task as a file has it, with ids where the file has names. */
export const taskPartOf = ({ agentId, toolIds, contextTaskIds, outputVariableId, ...row }: TaskRow): TaskPart =>
  taskPart.strip().parse({
    ...row,
    ...{ agent: agentId, tools: toolIds, context: contextTaskIds, outputVariable: outputVariableId },
    formFields: row.formFields.map(({ variableId, ...field }) => ({ ...field, variable: variableId ?? undefined })),
    asks: fileAsksOf(row.asks),
  });

const columnsOf = ({ agent, tools, context, outputVariable, asks, formFields, ref: _ref, ...own }: TaskPart) => ({
  ...own,
  ...{ agentId: agent, toolIds: tools, contextTaskIds: context, outputVariableId: outputVariable },
  formFields: formFields.map(({ variable, ...field }) => ({ ...field, variableId: variable ?? null })),
  asks: asksOf(asks),
});

interface Caller {
  teamId: string;
  accountId: string;
}

/** Writes a task of a file whose names are ids by now, as a new one or over another. */
export async function saveTask(tx: Tx, { teamId, accountId }: Caller, part: TaskPart, known?: string): Promise<string> {
  const form = columnsOf(part);
  const own = { promptNames: promptNamesOf(form), variableIds: variablesSetBy(form) };
  await holdVariables(tx, teamId, { names: own.promptNames, ids: own.variableIds });
  await holdContexts(tx, teamId);
  const id = known ?? newId("task");
  if (known) await lockRow(tx, tasks, teamId, id);
  await checkTask(tx, teamId, id, form);
  if (!known) {
    await tx.insert(tasks).values({ ...form, ...own, id, teamId, createdBy: accountId });
    return id;
  }
  const left = { structuredOutput: null, taskOutputFileName: null };
  const edited = { version: nextVersion, updatedBy: accountId, dateUpdated: new Date() };
  await tx
    .update(tasks)
    .set({ ...left, ...form, ...own, ...edited })
    .where(and(eq(tasks.teamId, teamId), eq(tasks.id, id)));
  return id;
}
