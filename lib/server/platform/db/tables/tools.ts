import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { toolTypes } from "@/lib/constants/tools";
import type { InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import { assets } from "./assets";
import { at, belongsTo } from "./columns";
import { datasources } from "./datasources";
import { resourceColumns } from "./resource-columns";

export const tools = pgTable(
  "tools",
  {
    ...resourceColumns(),
    /** The name for models. */
    functionName: text().notNull(),
    description: text().notNull().default(""),
    type: text({ enum: toolTypes }).notNull(),
    /** The applied revision's status. */
    state: text({ enum: ["pending", "ready", "error"] }).notNull(),
    stateMessage: text(),
    requireApproval: boolean().notNull().default(false),
    /** Who approves its calls, and by when; null: anyone, without a deadline. */
    asks: jsonb().$type<InputRequestRules>(),
    repeatable: boolean().notNull().default(true),
    iconId: text().references(() => assets.id, { onDelete: "set null" }),
    /** The applied revision. Protected by the tool's row, which is locked before a revision is deleted. */
    revisionId: text().notNull(),
    /** Why that revision was applied although required tests had not passed. */
    override: text(),
    /** The highest number: numbers of deleted revisions are not reused. */
    lastRevision: integer().notNull().default(1),
    /** Variables in the applied revision's secrets, by their names when it was applied. */
    variableNames: text().array().notNull().default([]),
    /** A short description of the applied revision. */
    summary: text().notNull().default(""),
    /** For a rag tool. */
    datasourceId: text().references(() => datasources.id, { onDelete: "cascade" }),
  },
  (t) => [
    index("tools_team").on(t.teamId, t.dateCreated, t.id),
    uniqueIndex("tools_function").on(t.teamId, t.functionName),
    index("tools_datasource").on(t.datasourceId),
  ],
);

/** The revisions of a tool's definition, one per save. Immutable except for their status. */
export const toolRevisions = pgTable(
  "tool_revisions",
  {
    id: text().primaryKey(),
    toolId: belongsTo(() => tools.id),
    /** Consecutive within the tool, from 1. */
    number: integer().notNull(),
    /** Its secrets are sealed with this row's id. */
    definition: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Names of secret variables allowed in its secrets, entered by someone who may edit variables. */
    confirmedNames: text().array().notNull().default([]),
    /** Derived from the definition by its type, such as the functions for models. No secrets. */
    prepared: jsonb().$type<unknown>(),
    note: text().notNull().default(""),
    state: text({ enum: ["pending", "ready", "error"] })
      .notNull()
      .default("ready"),
    stateMessage: text(),
    createdBy: text(),
    date: at().notNull().defaultNow(),
  },
  (t) => [uniqueIndex("tool_revisions_number").on(t.toolId, t.number)],
);

/** Saved test arguments of a tool. */
export const toolInputs = pgTable(
  "tool_inputs",
  {
    id: text().primaryKey(),
    toolId: belongsTo(() => tools.id),
    name: text().notNull(),
    /** The function of a tool with several; otherwise null. */
    operation: text(),
    args: jsonb().$type<Record<string, unknown>>().notNull(),
    createdBy: text(),
    date: at().notNull().defaultNow(),
  },
  (t) => [index("tool_inputs_tool").on(t.toolId, t.date)],
);
