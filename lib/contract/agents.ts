import { z } from "zod";
import { maxIterationsDefault } from "@/lib/constants/limits";
import { agents as calls } from "./calls/agents";
import { defineShapes, withShapes } from "./endpoint";
import { added, dateTime, empty, forceQuery, idField, listQuery, nameField, page, promptField } from "./fields";

const ids = z.array(idField).max(100, "Choose at most 100.");

export const agentForm = z.object({
  name: nameField,
  role: promptField("a role"),
  goal: promptField("a goal"),
  backstory: promptField("a backstory"),
  modelId: z.string("Choose a model.").min(1, "Choose a model.").max(100),
  functionModelId: idField.nullable().optional(),
  toolIds: ids.default([]),
  toolRevisions: z.record(idField, idField).default({}),
  variableIds: ids.default([]),
  allowDelegation: z.boolean().default(false),
  maxIterations: z
    .number("Give a number.")
    .int("Give a whole number.")
    .min(1, "Use at least 1.")
    .max(100, "Use at most 100.")
    .default(maxIterationsDefault),
  iconId: idField.nullable().optional(),
});

export const iconSchema = z.object({ filename: z.string() }).nullable();

export const agentSchema = z.object({
  _id: z.string(),
  name: z.string(),
  role: z.string(),
  goal: z.string(),
  backstory: z.string(),
  modelId: z.string().nullable(),
  modelName: z.string().nullable(),
  functionModelId: z.string().nullable(),
  toolIds: z.array(z.string()),
  toolRevisions: z.record(z.string(), z.string()),
  variableIds: z.array(z.string()),
  allowDelegation: z.boolean(),
  maxIterations: z.number(),
  iconId: z.string().nullable(),
  icon: iconSchema,
  /** Apps that use the agent. */
  usedBy: z.number(),
  /** When it last worked in a session, and how that stands or ended. */
  lastRun: dateTime.nullable(),
  lastRunStatus: z.string().nullable(),
  updatedByName: z.string().nullable(),
  version: z.number(),
  dateCreated: dateTime,
  dateUpdated: dateTime,
});
export type Agent = z.output<typeof agentSchema>;

const partial = z.object(
  Object.fromEntries(
    Object.entries(agentForm.shape).map(([key, field]) => [
      key,
      field instanceof z.ZodDefault ? field.unwrap() : field,
    ]),
  ),
) as unknown as typeof agentForm;

/** What each call takes and answers. */
export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ modelId: idField.optional() }),
    response: page("agents", agentSchema),
  },
  get: {
    response: z.object({ agent: agentSchema }),
  },
  add: {
    body: agentForm,
    response: added,
  },
  edit: {
    body: partial.partial().extend({ version: z.number().int().optional() }),
    response: empty,
  },
  duplicate: {
    response: added,
  },
  remove: {
    body: forceQuery,
    response: empty,
  },
});

export const agents = withShapes(calls, shapes);
