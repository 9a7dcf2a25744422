import { z } from "zod";
import { maxMessagesDefault } from "@/lib/constants/limits";
import { Permission } from "@/lib/permissions/bits";
import { iconSchema } from "./agents";
import { defineContract } from "./endpoint";
import { added, dateTime, descriptionField, empty, forceQuery, idField, listQuery, nameField, page } from "./fields";

const line = (max: number) =>
  z.string().trim().min(1, "Leave no empty line.").max(max, `Use at most ${max} characters.`);

/** Fields of an app without their defaults: an edit changes only what is sent. */
const fields = {
  name: nameField,
  description: descriptionField.unwrap(),
  tags: z.array(line(40)).max(20, "Use at most 20 tags."),
  iconId: idField.nullable(),
  sharingMode: z.enum(["team", "private", "whitelist", "public"], "Choose who may use the app."),
  sharingEmails: z.array(z.email("Enter e-mail addresses.")).max(200),
  shareLinkShareId: idField,
  variableIds: z.array(idField).max(100),
  agentId: z.string("Choose an agent.").min(1, "Choose an agent.").max(100),
  conversationStarters: z.array(line(300)).max(10, "Use at most 10 conversation starters."),
  maxMessages: z
    .number("Give a number.")
    .int("Give a whole number.")
    .min(2, "Use at least 2.")
    .max(1_000, "Use at most 1,000."),
};

export const appForm = z.object({
  ...fields,
  type: z.enum(["chat", "process"], "Choose what kind of app this is."),
  description: descriptionField,
  tags: fields.tags.default([]),
  iconId: fields.iconId.optional(),
  sharingEmails: fields.sharingEmails.optional(),
  shareLinkShareId: fields.shareLinkShareId.optional(),
  variableIds: fields.variableIds.default([]),
  conversationStarters: fields.conversationStarters.default([]),
  maxMessages: fields.maxMessages.default(maxMessagesDefault),
});

export const appSchema = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  iconId: z.string().nullable(),
  icon: iconSchema,
  type: z.enum(["chat", "process"]),
  sharingConfig: z.object({ mode: z.enum(["team", "private", "whitelist", "public"]), emails: z.array(z.string()) }),
  variableIds: z.array(z.string()),
  schedule: z.object({ type: z.enum(["manual", "cron"]) }),
  chatAppConfig: z.object({
    agentId: z.string().nullable(),
    conversationStarters: z.array(z.string()),
    maxMessages: z.number(),
  }),
  agentName: z.string().nullable(),
  sessionCount: z.number(),
  /** When something last ran in a session of it, and how that stands or ended. */
  lastRun: dateTime.nullable(),
  lastRunStatus: z.string().nullable(),
  version: z.number(),
  createdBy: z.string().nullable(),
  updatedByName: z.string().nullable(),
  dateCreated: dateTime,
  dateUpdated: dateTime,
});
export type App = z.output<typeof appSchema>;

export const apps = defineContract("apps", {
  list: {
    method: "GET",
    path: "/:resourceSlug/apps.json",
    access: "team",
    summary: "List apps",
    query: listQuery.extend({ agentId: idField.optional(), sharingMode: fields.sharingMode.optional() }),
    response: page("apps", appSchema),
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/app/:appId.json",
    access: "team",
    summary: "Read an app",
    response: z.object({ app: appSchema }),
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/app/add",
    access: "team",
    permission: Permission.CREATE_APP,
    idempotent: true,
    summary: "Add an app",
    body: appForm,
    response: added,
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/app/:appId/edit",
    access: "team",
    permission: Permission.EDIT_APP,
    summary: "Edit an app",
    body: z
      .object(fields)
      .partial()
      .extend({ type: appForm.shape.type.optional(), version: z.number().int().optional() }),
    response: empty,
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/app/:appId/duplicate",
    access: "team",
    permission: Permission.CREATE_APP,
    summary: "Duplicate an app",
    response: added,
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/app/:appId",
    access: "team",
    permission: Permission.DELETE_APP,
    summary: "Delete an app",
    body: forceQuery,
    response: empty,
  },
});
