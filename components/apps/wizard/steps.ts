import type { AppValues } from "../form/app-form";

export const labels = ["Type", "Details", "Access", "Try it"];
export const details = 1;
export const sharing = 2;
export const trial = 3;
/** The fields of the second step. */
export const detailNames = [
  "name",
  "description",
  "iconId",
  "agentId",
  "variableIds",
  "conversationStarters",
  "tags",
  "maxMessages",
  "taskIds",
  "process",
  "managerModelId",
  "agentIds",
  "fullOutput",
] as const;

/** Returns the last step that can be opened: each step needs the ones before it. */
export function findReachableStep({ name, type, agentId, taskIds }: AppValues, isCreated: boolean): number {
  if (isCreated) return trial;
  const isComplete = name.trim() !== "" && (type === "process" ? (taskIds ?? []).length > 0 : Boolean(agentId));
  return isComplete ? sharing : details;
}
