import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { assets } from "../assets/table";
import { resourceColumns } from "../db/columns";
import { models } from "../models/table";

export const agents = pgTable(
  "agents",
  {
    ...resourceColumns(),
    role: text().notNull(),
    goal: text().notNull(),
    backstory: text().notNull(),
    /** Null once the model was deleted by force. */
    modelId: text().references(() => models.id, { onDelete: "set null" }),
    functionModelId: text().references(() => models.id, { onDelete: "set null" }),
    toolIds: text().array().notNull().default([]),
    toolRevisions: jsonb().$type<Record<string, string>>().notNull().default({}),
    variableIds: text().array().notNull().default([]),
    allowDelegation: boolean().notNull().default(false),
    maxIterations: integer().notNull().default(15),
    iconId: text().references(() => assets.id, { onDelete: "set null" }),
  },
  (t) => [
    index("agents_team").on(t.teamId, t.dateCreated, t.id),
    index("agents_model").on(t.modelId),
    index("agents_function_model").on(t.functionModelId),
  ],
);
