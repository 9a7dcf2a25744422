import { z } from "zod";
import { draftOf } from "../base/revisions";

/** What a revision of an agent holds. */
export const agentDefinition = z.object({
  name: z.string(),
  role: z.string(),
  goal: z.string(),
  backstory: z.string(),
  modelId: z.string().nullable(),
  functionModelId: z.string().nullable(),
  toolIds: z.array(z.string()),
  /** Tools that are pinned to a revision; the others follow the tool's applied one. */
  toolRevisions: z.record(z.string(), z.string()),
  variableIds: z.array(z.string()),
  allowDelegation: z.boolean(),
  maxIterations: z.number(),
  iconId: z.string().nullable(),
});
export type AgentDefinition = z.output<typeof agentDefinition>;

export const agentDraft = draftOf(agentDefinition);
export type AgentDraft = z.output<typeof agentDraft>;
