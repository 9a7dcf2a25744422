import { and, eq, inArray } from "drizzle-orm";
import type { Reader } from "../../../platform/db/client";
import type { PreviewTask } from "../../../platform/db/tables/preview-definition";
import { tasks } from "../../../platform/db/tables/tasks";

export const findTasks = async (db: Reader, teamId: string, ids: readonly string[]): Promise<TaskRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(tasks)
        .where(and(eq(tasks.teamId, teamId), inArray(tasks.id, [...ids])));

export type TaskRow = typeof tasks.$inferSelect;

/** A task of a run: a stored one, or the classification of a branch. */
export type ProcessTask = PreviewTask & Pick<TaskRow, "id" | "teamId">;

/** What decides how a task is run. */
export const toTaskContent = (task: PreviewTask): PreviewTask => ({
  name: task.name,
  description: task.description,
  expectedOutput: task.expectedOutput,
  agentId: task.agentId,
  toolIds: task.toolIds,
  contextTaskIds: task.contextTaskIds,
  requiresHumanInput: task.requiresHumanInput,
  formFields: task.formFields,
  asks: task.asks,
  structuredOutput: task.structuredOutput,
  storeTaskOutput: task.storeTaskOutput,
  taskOutputFileName: task.taskOutputFileName,
  outputVariableId: task.outputVariableId,
  displayOnlyFinalOutput: task.displayOnlyFinalOutput,
  promptNames: task.promptNames,
  variableIds: task.variableIds,
});
