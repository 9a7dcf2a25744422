import { isNotNull } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { SchedulePeriod } from "@/lib/constants/plans";
import { agents } from "../agents/table";
import { assets } from "../assets/table";
import { at, resourceColumns } from "../db/columns";
import { models } from "../models/table";

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
  /** Whether the answer has every task's output, or the last one's alone. */
  fullOutput: boolean;
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
    /** A chat app's agent; null once it was deleted by force. */
    agentId: text().references(() => agents.id, { onDelete: "set null" }),
    chatConfig: jsonb().$type<ChatAppConfig>(),
    /** Of a process: its tasks in their order. */
    taskIds: text().array().notNull().default([]),
    /** Of a process: to whom work may be passed on. */
    agentIds: text().array().notNull().default([]),
    /** By what a hierarchical process is led. */
    managerModelId: text().references(() => models.id, { onDelete: "set null" }),
    processConfig: jsonb().$type<ProcessConfig>(),
    /** How often it runs by itself; null: never. */
    scheduleUnit: text().$type<SchedulePeriod>(),
    /** The first of its runs: all others keep its time and day. */
    scheduleFrom: at(),
    /** With whose rights. */
    schedulePrincipalId: text(),
    /** Values for its start, by the variables' names. */
    scheduleVariables: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** What is said to the agent of a chat. */
    scheduleMessage: text(),
    nextDue: at(),
    /** Why it does not run, although it has a period. */
    schedulePaused: text(),
  },
  (t) => [
    index("apps_team").on(t.teamId, t.dateCreated, t.id),
    index("apps_due").on(t.nextDue).where(isNotNull(t.nextDue)),
    index("apps_agent").on(t.agentId),
    index("apps_manager_model").on(t.managerModelId),
    index("apps_tasks").using("gin", t.taskIds).with({ fastupdate: false }),
    index("apps_agents").using("gin", t.agentIds).with({ fastupdate: false }),
    index("apps_variables").using("gin", t.variableIds).with({ fastupdate: false }),
  ],
);
