import { type TaskPart, taskPart } from "@/lib/contract/transfers/file";
import type { TaskRow } from "../../engine/runs/process/tasks";
import { fromFileInputRequest, toFileInputRequest } from "../inbox/part";

/** Returns the task's part of an exported file, with ids instead of names. */
export const toTaskPart = ({ agentId, toolIds, contextTaskIds, outputVariableId, ...row }: TaskRow): TaskPart =>
  taskPart.strip().parse({
    ...row,
    agent: agentId,
    tools: toolIds,
    context: contextTaskIds,
    outputVariable: outputVariableId,
    formFields: row.formFields.map(({ variableId, ...field }) => ({ ...field, variable: variableId ?? undefined })),
    asks: row.asks && toFileInputRequest(row.asks),
  });

/** The form of a file's task, after names have been resolved to ids. Missing fields are cleared. */
export const toTaskForm = ({
  agent,
  tools,
  context,
  outputVariable,
  asks,
  formFields,
  ref: _ref,
  ...own
}: TaskPart) => ({
  ...own,
  agentId: agent,
  toolIds: tools,
  contextTaskIds: context,
  outputVariableId: outputVariable,
  formFields: formFields.map(({ variable, ...field }) => ({ ...field, variableId: variable ?? null })),
  asks: asks && fromFileInputRequest(asks),
  structuredOutput: own.structuredOutput ?? null,
  taskOutputFileName: own.taskOutputFileName ?? null,
});
