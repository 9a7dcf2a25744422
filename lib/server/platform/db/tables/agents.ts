import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { assets } from "./assets";
import { models } from "./models";
import { resourceColumns } from "./resource-columns";
import type { Rollout } from "./rollout";

export const agents = pgTable(
  "agents",
  {
    ...resourceColumns(),
    role: text().notNull(),
    goal: text().notNull(),
    backstory: text().notNull(),
    /** Null if the model was deleted by force. */
    modelId: text().references(() => models.id, { onDelete: "set null" }),
    functionModelId: text().references(() => models.id, { onDelete: "set null" }),
    toolIds: text().array().notNull().default([]),
    toolRevisions: jsonb().$type<Record<string, string>>().notNull().default({}),
    variableIds: text().array().notNull().default([]),
    /** Names in braces in role, goal and backstory, whether they are variables or not. */
    promptNames: text().array().notNull().default([]),
    allowDelegation: boolean().notNull().default(false),
    maxIterations: integer().notNull().default(15),
    iconId: text().references(() => assets.id, { onDelete: "set null" }),
    /** The number of the applied revision. */
    revision: integer().notNull().default(1),
    /** Why that revision was applied although required tests had not passed. */
    override: text(),
    /** The revision that a share of new sessions uses instead; null: none. */
    rollout: jsonb().$type<Rollout>(),
  },
  (t) => [
    index("agents_team").on(t.teamId, t.dateCreated, t.id),
    index("agents_model").on(t.modelId),
    index("agents_function_model").on(t.functionModelId),
    // Without GIN's pending list, which every query would scan.
    index("agents_variables").using("gin", t.variableIds).with({ fastupdate: false }),
    index("agents_prompt_names").using("gin", t.promptNames).with({ fastupdate: false }),
  ],
);
