import { boolean, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import type { FormField } from "@/lib/contract/tasks/form-fields";
import { agents } from "./agents";
import { resourceColumns } from "./resource-columns";
import { variables } from "./variables";

export const tasks = pgTable(
  "tasks",
  {
    ...resourceColumns(),
    description: text().notNull(),
    expectedOutput: text().notNull(),
    agentId: text().references(() => agents.id, { onDelete: "set null" }),
    /** In addition to the agent's tools. */
    toolIds: text().array().notNull().default([]),
    /** The tasks whose outputs it receives. */
    contextTaskIds: text().array().notNull().default([]),
    requiresHumanInput: boolean().notNull().default(false),
    formFields: jsonb().$type<FormField[]>().notNull().default([]),
    /** Who fills in its form, and by when; null: anyone, without a deadline. */
    asks: jsonb().$type<InputRequestRules>(),
    structuredOutput: jsonb().$type<Record<string, unknown>>(),
    storeTaskOutput: boolean().notNull().default(false),
    taskOutputFileName: text(),
    outputVariableId: text().references(() => variables.id, { onDelete: "set null" }),
    displayOnlyFinalOutput: boolean().notNull().default(false),
    /** Names in braces in the description and expected output, whether they are variables or not. */
    promptNames: text().array().notNull().default([]),
    /** Variables set by its output or its form's fields. */
    variableIds: text().array().notNull().default([]),
    /** Why its content was saved although required tests have not passed; null: they have. */
    override: text(),
  },
  (t) => [
    index("tasks_team").on(t.teamId, t.dateCreated, t.id),
    index("tasks_agent").on(t.agentId),
    index("tasks_output_variable").on(t.outputVariableId),
    index("tasks_variables").using("gin", t.variableIds).with({ fastupdate: false }),
    index("tasks_prompt_names").using("gin", t.promptNames).with({ fastupdate: false }),
  ],
);
