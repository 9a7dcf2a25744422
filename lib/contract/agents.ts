import { z } from "zod";
import { maxIterationsDefault } from "@/lib/constants/limits";
import { Permission } from "@/lib/permissions/bits";
import { defineContract } from "./endpoint";
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

export const agents = defineContract("agents", {
  list: {
    method: "GET",
    path: "/:resourceSlug/agents.json",
    access: "team",
    summary: "List agents",
    query: listQuery.extend({ modelId: idField.optional() }),
    response: page("agents", agentSchema),
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/agent/:agentId.json",
    access: "team",
    summary: "Read an agent",
    response: z.object({ agent: agentSchema }),
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/add",
    access: "team",
    permission: Permission.CREATE_AGENT,
    idempotent: true,
    summary: "Add an agent",
    body: agentForm,
    response: added,
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/:agentId/edit",
    access: "team",
    permission: Permission.EDIT_AGENT,
    summary: "Edit an agent",
    body: partial.partial().extend({ version: z.number().int().optional() }),
    response: empty,
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/:agentId/duplicate",
    access: "team",
    permission: Permission.CREATE_AGENT,
    summary: "Duplicate an agent",
    response: added,
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/agent/:agentId",
    access: "team",
    permission: Permission.DELETE_AGENT,
    summary: "Delete an agent",
    body: forceQuery,
    response: empty,
  },
});
