import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  empty,
  gateOverride,
  idField,
  listPage,
  listQuery,
  nameField,
  notVisible,
  promptField,
  readVersion,
  recordFields,
  trashShapes,
} from "../base/fields";
import { isVisible } from "../base/visible";
import { inputRequestRules } from "../sessions/input-request-rules";
import { notReadable } from "../tools/kinds/fields";
import { formFields } from "./form-fields";
import { tasks as policies } from "./policies";

const ids = z.array(idField).max(100, "Choose up to 100.");

const filename = z
  .string()
  .trim()
  .min(1, "Enter a name for the file.")
  .max(200, "Use up to 200 characters.")
  .refine(
    (text) => !/[\\/:*?"<>|]/.test(text) && !/^\.+$/.test(text),
    `Don't use these characters: \\ / : * ? " < > |.`,
  )
  .refine(isVisible, notVisible);

/** Fields of a task without their defaults: an edit changes only what is sent. */
const fields = {
  name: nameField,
  description: promptField("a description"),
  expectedOutput: promptField("an expected output"),
  /** The assigned agent; optional in a process with a manager. */
  agentId: idField.nullable().optional(),
  toolIds: ids,
  contextTaskIds: z.array(idField).max(50, "Choose up to 50."),
  requiresHumanInput: z.boolean(),
  formFields,
  /** Who fills in the form, and by when. */
  asks: inputRequestRules.nullable().optional(),
  /** A JSON Schema for the output. */
  structuredOutput: z.record(z.string(), z.unknown(), notReadable).nullable().optional(),
  storeTaskOutput: z.boolean(),
  taskOutputFileName: filename.nullable().optional(),
  outputVariableId: idField.nullable().optional(),
  displayOnlyFinalOutput: z.boolean(),
};

export const taskForm = z.object({
  ...fields,
  toolIds: ids.default([]),
  contextTaskIds: fields.contextTaskIds.default([]),
  requiresHumanInput: z.boolean().default(false),
  formFields: formFields.default([]),
  storeTaskOutput: z.boolean().default(false),
  displayOnlyFinalOutput: z.boolean().default(false),
});

const named = z.object({ _id: z.string(), name: z.string() });

export const taskSchema = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  expectedOutput: z.string(),
  agentId: z.string().nullable(),
  /** The assigned agent and its model. */
  agent: named.extend({ modelName: z.string().nullable(), icon: z.string().nullable() }).nullable(),
  toolIds: z.array(z.string()),
  /** The agent's tools and the task's own. */
  tools: z.array(named.extend({ requireApproval: z.boolean() })),
  contextTaskIds: z.array(z.string()),
  context: z.array(named),
  requiresHumanInput: z.boolean(),
  formFields: z.array(z.unknown()).pipe(formFields),
  asks: inputRequestRules.nullable(),
  structuredOutput: z.record(z.string(), z.unknown()).nullable(),
  storeTaskOutput: z.boolean(),
  taskOutputFileName: z.string().nullable(),
  outputVariableId: z.string().nullable(),
  displayOnlyFinalOutput: z.boolean(),
  /** Number of apps that use the task. */
  usedBy: z.number(),
  ...recordFields,
});
export type Task = z.output<typeof taskSchema>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({
      agentId: idField.optional(),
      /** Only tasks with these ids, separated by spaces. */
      ids: z
        .string()
        .max(10_000)
        .transform((text) => text.split(/\s+/).filter(Boolean))
        .optional(),
    }),
    response: listPage("tasks", taskSchema),
  },
  get: {
    response: z.object({ task: taskSchema }),
  },
  find: {
    query: z.object({ name: nameField, sessionId: idField.optional() }),
    response: z.object({ task: taskSchema }),
  },
  add: {
    body: taskForm,
    response: added,
  },
  edit: {
    body: z
      .object(fields)
      .partial()
      .extend({ ...readVersion, ...gateOverride }),
    response: empty,
  },
  ...trashShapes,
});

export const tasks = withShapes(policies, shapes);
