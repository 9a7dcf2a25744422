import type { Plan } from "@/lib/contract/session-events/tasks";
import type { RecordedCall } from "@/lib/contract/testsets/cases";
import type { agents } from "./agents";
import type { models } from "./models";

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

export type PreviewModel = Pick<typeof models.$inferSelect, "model" | "params" | "config">;

/** What a preview runs. */
export interface PreviewDefinition {
  /** Of an agent's preview; an app's refers to a stored agent. */
  agent?: PreviewAgent;
  process?: Plan;
  /** Of a test: contents of stored agents in a process, by ID. */
  agents?: Record<string, PreviewAgent>;
  variableIds: string[];
  conversationStarters: string[];
  /** Of a test: settings of models that are not saved yet, by ID. */
  models?: Record<string, PreviewModel>;
  /** Of a test: tool calls whose results are replayed. Absent: tools are called for real. */
  recording?: RecordedCall[];
  /** Of a test: tools that are called for real although other calls are recorded. */
  liveToolIds?: string[];
}
