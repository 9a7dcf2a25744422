import { z } from "zod";
import { dateTime } from "../base/fields";

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

export const agentRevision = z.object({
  _id: z.string(),
  number: z.number(),
  note: z.string(),
  /** The name of the account that applied it. */
  author: z.string().nullable(),
  date: dateTime,
  applied: z.boolean(),
});
export type AgentRevision = z.output<typeof agentRevision>;

export const agentDraft = z.object({
  definition: agentDefinition,
  author: z.string().nullable(),
  date: dateTime,
});
export type AgentDraft = z.output<typeof agentDraft>;
