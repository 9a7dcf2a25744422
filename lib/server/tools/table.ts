import { boolean, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ToolDefinition } from "@/lib/contract/tools";
import { assets } from "../assets/table";
import { datasources } from "../datasources/table";
import { resourceColumns } from "../db/columns";

export const tools = pgTable(
  "tools",
  {
    ...resourceColumns(),
    /** What models call it by. */
    functionName: text().notNull(),
    description: text().notNull().default(""),
    type: text({ enum: ["rag"] }).notNull(),
    state: text({ enum: ["pending", "ready", "error"] }).notNull(),
    stateMessage: text(),
    requireApproval: boolean().notNull().default(false),
    repeatable: boolean().notNull().default(true),
    iconId: text().references(() => assets.id, { onDelete: "set null" }),
    definition: jsonb().$type<ToolDefinition>().notNull(),
    /** Of a rag tool. */
    datasourceId: text().references(() => datasources.id, { onDelete: "cascade" }),
  },
  (t) => [
    index("tools_team").on(t.teamId, t.dateCreated, t.id),
    uniqueIndex("tools_function").on(t.teamId, t.functionName),
    index("tools_datasource").on(t.datasourceId),
  ],
);
