import { z } from "zod";
import { iconSchema } from "./agents";
import { tools as calls } from "./calls/tools";
import { defineShapes, withShapes } from "./endpoint";
import { added, dateTime, descriptionField, empty, forceQuery, idField, listQuery, nameField, page } from "./fields";
import { retrieverForm } from "./retrieval";

export const functionNameField = z
  .string()
  .trim()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, "Use 1 to 64 letters, digits, - and _.");

export const ragDefinition = z.object({
  datasourceId: z.string("Choose a connection.").min(1, "Choose a connection.").max(100),
  retriever: retrieverForm.prefault({}),
});
export type ToolDefinition = z.output<typeof ragDefinition>;

export const toolForm = z.object({
  name: nameField,
  description: descriptionField,
  type: z.literal("rag", "Muster knows tools of type rag."),
  functionName: functionNameField.optional(),
  requireApproval: z.boolean().default(false),
  iconId: idField.nullable().optional(),
  definition: ragDefinition,
});

export const toolSchema = z.object({
  _id: z.string(),
  name: z.string(),
  functionName: z.string(),
  description: z.string(),
  type: z.literal("rag"),
  state: z.enum(["pending", "ready", "error"]),
  stateMessage: z.string().nullable(),
  requireApproval: z.boolean(),
  repeatable: z.boolean(),
  icon: iconSchema,
  iconId: z.string().nullable(),
  definition: ragDefinition,
  datasourceName: z.string().nullable(),
  /** Agents that have it. */
  usedBy: z.number(),
  updatedByName: z.string().nullable(),
  version: z.number(),
  dateCreated: dateTime,
  dateUpdated: dateTime,
});
export type Tool = z.output<typeof toolSchema>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ datasourceId: idField.optional() }),
    response: page("tools", toolSchema),
  },
  get: { response: z.object({ tool: toolSchema }) },
  add: { body: toolForm, response: added },
  edit: {
    body: z
      .object({
        name: nameField,
        description: descriptionField.unwrap(),
        functionName: functionNameField,
        requireApproval: z.boolean(),
        iconId: idField.nullable(),
        definition: ragDefinition,
        version: z.number().int(),
      })
      .partial(),
    response: empty,
  },
  duplicate: { response: added },
  remove: { body: forceQuery, response: empty },
});

export const tools = withShapes(calls, shapes);
