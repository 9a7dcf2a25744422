import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { toolTypes } from "@/lib/constants/tools";
import type { AskRules } from "@/lib/contract/asks";
import { assets } from "../assets/table";
import { datasources } from "../datasources/table";
import { at, resourceColumns } from "../db/columns";

export const tools = pgTable(
  "tools",
  {
    ...resourceColumns(),
    /** What models call it by. */
    functionName: text().notNull(),
    description: text().notNull().default(""),
    type: text({ enum: toolTypes }).notNull(),
    /** Of the applied revision. */
    state: text({ enum: ["pending", "ready", "error"] }).notNull(),
    stateMessage: text(),
    requireApproval: boolean().notNull().default(false),
    /** Who approves its calls, and by when; null: anybody, for ever. */
    asks: jsonb().$type<AskRules>(),
    repeatable: boolean().notNull().default(true),
    iconId: text().references(() => assets.id, { onDelete: "set null" }),
    /** The applied one. Held by the tool's row: whoever deletes a revision holds that first. */
    revisionId: text().notNull(),
    /** The number of the newest ever: that of a deleted one is not used again. */
    lastRevision: integer().notNull().default(1),
    /** Variables that stand in the secrets of the applied one, by the names that the team had when it was applied. */
    variableNames: text().array().notNull().default([]),
    /** A few words on what the applied one does. */
    summary: text().notNull().default(""),
    /** Of a rag tool. */
    datasourceId: text().references(() => datasources.id, { onDelete: "cascade" }),
  },
  (t) => [
    index("tools_team").on(t.teamId, t.dateCreated, t.id),
    uniqueIndex("tools_function").on(t.teamId, t.functionName),
    index("tools_datasource").on(t.datasourceId),
  ],
);

/** What a tool was defined as, one a save. Never changed once it is written, but for its state. */
export const toolRevisions = pgTable(
  "tool_revisions",
  {
    id: text().primaryKey(),
    toolId: text()
      .notNull()
      .references(() => tools.id, { onDelete: "cascade" }),
    /** Counted in the tool, from 1. */
    number: integer().notNull(),
    /** Its secrets are sealed with this row's id. */
    definition: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Variables in its secrets that may be secret: somebody who may edit variables has entered their names. */
    confirmedNames: text().array().notNull().default([]),
    /** What its type has read out of the definition, such as the functions that models see. No secrets. */
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

/** Arguments that somebody keeps to try a tool with. */
export const toolInputs = pgTable(
  "tool_inputs",
  {
    id: text().primaryKey(),
    toolId: text()
      .notNull()
      .references(() => tools.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** Which of several functions; null where the tool is one. */
    operation: text(),
    args: jsonb().$type<Record<string, unknown>>().notNull(),
    createdBy: text(),
    date: at().notNull().defaultNow(),
  },
  (t) => [index("tool_inputs_tool").on(t.toolId, t.date)],
);
