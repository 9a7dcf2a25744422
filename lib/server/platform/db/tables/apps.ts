import { isNotNull } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { SchedulePeriod } from "@/lib/constants/plans";
import type { Branch, Within } from "@/lib/contract/apps/branch";
import type { Timing } from "@/lib/contract/base/schedule";
import { agents } from "./agents";
import { assets } from "./assets";
import { at } from "./columns";
import { models } from "./models";
import { resourceColumns } from "./resource-columns";
import type { Rollout } from "./rollout";

export interface SharingConfig {
  mode: "team" | "private" | "whitelist" | "public";
  emails: string[];
}

export interface ChatAppConfig {
  conversationStarters: string[];
  /** Finished user and assistant messages after which a session is completed. */
  maxMessages: number;
}

export interface ProcessConfig {
  process: "sequential" | "hierarchical";
  /** Whether the response includes every task's output, or only the last one's. */
  fullOutput: boolean;
  /** By the id of a task or branch: earlier ones that it waits for, besides a task's own context. */
  after?: Record<string, string[]>;
  /** By the id of a task or branch: the cases in which it runs. */
  within?: Record<string, Within>;
}

export const apps = pgTable(
  "apps",
  {
    ...resourceColumns(),
    description: text().notNull().default(""),
    tags: text().array().notNull().default([]),
    iconId: text().references(() => assets.id, { onDelete: "set null" }),
    type: text({ enum: ["chat", "process"] }).notNull(),
    sharingConfig: jsonb().$type<SharingConfig>().notNull(),
    variableIds: text().array().notNull().default([]),
    /** A chat app's agent; null if it was deleted by force. */
    agentId: text().references(() => agents.id, { onDelete: "set null" }),
    chatConfig: jsonb().$type<ChatAppConfig>(),
    /** For a process: its tasks in order. */
    taskIds: text().array().notNull().default([]),
    /** For a process: its branches. */
    branches: jsonb().$type<Branch[]>().notNull().default([]),
    /** The models of its branches. */
    branchModelIds: text().array().notNull().default([]),
    /** The names of the variables that its branches read. */
    promptNames: text().array().notNull().default([]),
    /** For a process: the agents to which work can be delegated. */
    agentIds: text().array().notNull().default([]),
    /** Agents that are pinned to a revision, by their ids; others follow the applied one. */
    agentRevisions: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** The manager's model of a hierarchical process. */
    managerModelId: text().references(() => models.id, { onDelete: "set null" }),
    processConfig: jsonb().$type<ProcessConfig>(),
    /** The number of a process's applied revision; null for a chat. */
    revision: integer(),
    /** Why that revision was applied although required tests had not passed. */
    override: text(),
    /** The revision of a process that a share of new sessions uses instead; null: none. */
    rollout: jsonb().$type<Rollout>(),
    /** The schedule's period; null: none. */
    scheduleUnit: text().$type<SchedulePeriod>(),
    /** The local time of its runs. Null: the time of the first one, in UTC. */
    scheduleTiming: jsonb().$type<Timing>(),
    /** The schedule's start: later runs keep its time and day. */
    scheduleFrom: at(),
    /** The account whose rights scheduled runs have. */
    schedulePrincipalId: text(),
    /** Start values by variable name. */
    scheduleVariables: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** The message of scheduled chats. */
    scheduleMessage: text(),
    nextDue: at(),
    /** Why the schedule is paused. */
    schedulePaused: text(),
  },
  (t) => [
    index("apps_team").on(t.teamId, t.dateCreated, t.id),
    index("apps_due").on(t.nextDue).where(isNotNull(t.nextDue)),
    index("apps_agent").on(t.agentId),
    index("apps_manager_model").on(t.managerModelId),
    index("apps_tasks").using("gin", t.taskIds).with({ fastupdate: false }),
    index("apps_branch_models").using("gin", t.branchModelIds).with({ fastupdate: false }),
    index("apps_prompt_names").using("gin", t.promptNames).with({ fastupdate: false }),
    index("apps_agents").using("gin", t.agentIds).with({ fastupdate: false }),
    index("apps_variables").using("gin", t.variableIds).with({ fastupdate: false }),
  ],
);
