import { boolean, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { AskRules } from "@/lib/contract/asks";
import type { FormField } from "@/lib/contract/form-fields";
import { agents } from "../agents/table";
import { resourceColumns } from "../db/columns";
import { variables } from "../variables/table";

export const tasks = pgTable(
  "tasks",
  {
    ...resourceColumns(),
    description: text().notNull(),
    expectedOutput: text().notNull(),
    agentId: text().references(() => agents.id, { onDelete: "set null" }),
    /** Beside those of the agent. */
    toolIds: text().array().notNull().default([]),
    /** Whose outputs it is given. */
    contextTaskIds: text().array().notNull().default([]),
    requiresHumanInput: boolean().notNull().default(false),
    formFields: jsonb().$type<FormField[]>().notNull().default([]),
    /** Who fills in its form, and by when; null: anybody, for ever. */
    asks: jsonb().$type<AskRules>(),
    structuredOutput: jsonb().$type<Record<string, unknown>>(),
    storeTaskOutput: boolean().notNull().default(false),
    taskOutputFileName: text(),
    outputVariableId: text().references(() => variables.id, { onDelete: "set null" }),
    displayOnlyFinalOutput: boolean().notNull().default(false),
    /** What stands in braces in the description and the expected output, whether it is a variable or not. */
    promptNames: text().array().notNull().default([]),
    /** Variables that it sets: of its output, and of its form's fields. */
    variableIds: text().array().notNull().default([]),
  },
  (t) => [
    index("tasks_team").on(t.teamId, t.dateCreated, t.id),
    index("tasks_agent").on(t.agentId),
    index("tasks_output_variable").on(t.outputVariableId),
    index("tasks_variables").using("gin", t.variableIds).with({ fastupdate: false }),
    index("tasks_prompt_names").using("gin", t.promptNames).with({ fastupdate: false }),
  ],
);
