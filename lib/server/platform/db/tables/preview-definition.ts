import type { Plan } from "@/lib/contract/session-events/tasks";
import type { RecordedCall } from "@/lib/contract/testsets/cases";
import type { agents } from "./agents";
import type { models } from "./models";
import type { tasks } from "./tasks";

export type PreviewAgent = Pick<
  typeof agents.$inferSelect,
  | "name"
  | "role"
  | "goal"
  | "backstory"
  | "modelId"
  | "functionModelId"
  | "toolIds"
  | "toolRevisions"
  | "variableIds"
  | "promptNames"
  | "allowDelegation"
  | "maxIterations"
>;

export type PreviewTask = Pick<
  typeof tasks.$inferSelect,
  | "name"
  | "description"
  | "expectedOutput"
  | "agentId"
  | "toolIds"
  | "contextTaskIds"
  | "requiresHumanInput"
  | "formFields"
  | "asks"
  | "structuredOutput"
  | "storeTaskOutput"
  | "taskOutputFileName"
  | "outputVariableId"
  | "displayOnlyFinalOutput"
  | "promptNames"
  | "variableIds"
>;

export type PreviewModel = Pick<typeof models.$inferSelect, "model" | "params" | "config">;

/** What a preview runs. */
export interface PreviewDefinition {
  /** Of an agent's preview; an app's refers to a stored agent. */
  agent?: PreviewAgent;
  process?: Plan;
  /** Of a test: contents of stored agents in a process, by ID. */
  agents?: Record<string, PreviewAgent>;
  /** Of a test: contents of tasks that are not saved yet, by ID. */
  tasks?: Record<string, PreviewTask>;
  variableIds: string[];
  conversationStarters: string[];
  /** Of a test: settings of models that are not saved yet, by ID. */
  models?: Record<string, PreviewModel>;
  /** Of a test: tool calls whose results are replayed. Absent: tools are called for real. */
  recording?: RecordedCall[];
  /** Of a test: tools that are called for real although other calls are recorded. */
  liveToolIds?: string[];
}
