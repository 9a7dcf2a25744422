import type { Plan } from "@/lib/contract/session-events/tasks";
import type { agents } from "./agents";

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

/** What a preview runs. */
export interface PreviewDefinition {
  /** Of an agent's preview; an app's refers to a stored agent. */
  agent?: PreviewAgent;
  process?: Plan;
  variableIds: string[];
  conversationStarters: string[];
}
