import { z } from "zod";
import { draftOf } from "../base/revisions";
import { branchSchema, withinSchema } from "./branch";

/**
 * What a revision of a process holds. Its tasks and agents are referred to: a task's content has no revisions, and an agent's has
 * its own.
 */
export const appDefinition = z.object({
  process: z.enum(["sequential", "hierarchical"]),
  fullOutput: z.boolean(),
  managerModelId: z.string().nullable(),
  /** In order. */
  taskIds: z.array(z.string()),
  /** By the ID of a task or branch: earlier ones that it waits for, besides a task's own context. */
  after: z.record(z.string(), z.array(z.string())),
  /** Its branches; absent: none. */
  branches: z.array(branchSchema).optional(),
  /** By the ID of a task or branch: the cases in which it runs. */
  within: z.record(z.string(), withinSchema).optional(),
  /** The agents to which work can be delegated. */
  agentIds: z.array(z.string()),
  /** Agents that are pinned to a revision, by their IDs; others follow the applied one. */
  agentRevisions: z.record(z.string(), z.number()),
  variableIds: z.array(z.string()),
});
export type AppDefinition = z.output<typeof appDefinition>;

export const appDraft = draftOf(appDefinition);
export type AppDraft = z.output<typeof appDraft>;
