import { z } from "zod";
import { maxMessagesDefault, maxProcessTasks } from "@/lib/constants/limits";
import { schedulePeriods } from "@/lib/constants/plans";
import { emailField } from "../accounts/schemas";
import { iconSchema } from "../agents/schemas";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  dateTime,
  descriptionField,
  empty,
  idField,
  listPage,
  listQuery,
  nameField,
  readVersion,
  recordFields,
  trashShapes,
  wholeField,
} from "../base/fields";
import { draftFields, revisionShapes, rolloutField } from "../base/revisions";
import { timingFields } from "../base/schedule";
import { checkFlow } from "./check-flow";
import { checkType } from "./check-type";
import { appDefinition, appDraft } from "./definition";
import { flowSchema } from "./flow";
import { apps as policies } from "./policies";
import { scheduleField } from "./schedule";

const textLine = (max: number) =>
  z.string().trim().min(1, "Remove the empty line.").max(max, `Use up to ${max} characters.`);

/** Fields of an app without their defaults: an edit changes only what is sent. */
const fields = {
  name: nameField,
  description: descriptionField.unwrap(),
  tags: z.array(textLine(40)).max(20, "Use up to 20 tags."),
  iconId: idField.nullable(),
  sharingMode: z.enum(["team", "private", "whitelist", "public"], "Choose who can use the app."),
  sharingEmails: z.array(emailField).max(200, "Enter up to 200 email addresses."),
  shareLinkShareId: idField,
  variableIds: z.array(idField).max(100),
  schedule: scheduleField,
  /** For a chat app. */
  agentId: z.string("Choose an agent.").min(1, "Choose an agent.").max(100),
  conversationStarters: z.array(textLine(300)).max(10, "Use up to 10 conversation starters."),
  maxMessages: wholeField(2, 1_000),
  /** For a process: its tasks in order. */
  taskIds: z.array(idField).max(maxProcessTasks, `Use up to ${maxProcessTasks} tasks.`),
  /** For a process: its steps, in place of `taskIds`. With `taskIds` alone, steps keep what they wait for where they can. */
  flow: flowSchema.superRefine(checkFlow),
  /** For a process: the agents to which work can be delegated. */
  agentIds: z.array(idField).max(50, "Choose up to 50."),
  /** Agents that are pinned to a revision, by their IDs; others follow the applied one. */
  agentRevisions: z.record(idField, z.number().int().min(1)),
  process: z.enum(["sequential", "hierarchical"], "Choose a process type."),
  managerModelId: idField.nullable(),
  fullOutput: z.boolean(),
};

/** Who has access to an app, as the share dialog edits it. */
export const accessForm = z.object({
  sharingMode: fields.sharingMode,
  sharingEmails: fields.sharingEmails.optional(),
});

const appFields = z.object({
  ...fields,
  type: z.enum(["chat", "process"], "Choose an app type."),
  description: descriptionField,
  tags: fields.tags.default([]),
  iconId: fields.iconId.optional(),
  sharingEmails: fields.sharingEmails.optional(),
  shareLinkShareId: fields.shareLinkShareId.optional(),
  variableIds: fields.variableIds.default([]),
  schedule: scheduleField.optional(),
  conversationStarters: fields.conversationStarters.default([]),
  maxMessages: fields.maxMessages.default(maxMessagesDefault),
  agentId: z.string().max(100).optional(),
  taskIds: fields.taskIds.default([]),
  flow: fields.flow.optional(),
  agentIds: fields.agentIds.default([]),
  agentRevisions: fields.agentRevisions.default({}),
  process: fields.process.default("sequential"),
  managerModelId: fields.managerModelId.optional(),
  fullOutput: fields.fullOutput.default(false),
});

export const appForm = appFields.superRefine(checkType);

/** What a preview runs: the form without sharing and schedule, and the id of the stored app that is edited. */
const previewForm = appFields
  .omit({ shareLinkShareId: true, sharingMode: true, sharingEmails: true, schedule: true })
  .extend({ appId: idField.optional() })
  .superRefine(checkType);

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
  schedule: z.object({
    type: z.enum(["manual", "cron"]),
    unit: z.enum(schedulePeriods).optional(),
    ...timingFields,
    principalId: z.string().nullable().optional(),
    principalName: z.string().nullable().optional(),
    variables: z.record(z.string(), z.string()).optional(),
    message: z.string().nullable().optional(),
    startsAt: dateTime.nullable().optional(),
    nextDue: dateTime.nullable().optional(),
    /** Why the schedule is paused. */
    pausedReason: z.string().nullable().optional(),
  }),
  chatAppConfig: z.object({
    agentId: z.string().nullable(),
    conversationStarters: z.array(z.string()),
    maxMessages: z.number(),
  }),
  processConfig: z.object({
    taskIds: z.array(z.string()),
    flow: flowSchema,
    agentIds: z.array(z.string()),
    process: z.enum(["sequential", "hierarchical"]),
    managerModelId: z.string().nullable(),
    fullOutput: z.boolean(),
  }),
  agentRevisions: z.record(z.string(), z.number()),
  /** The number of a process's applied revision; null for a chat. */
  revision: z.number().nullable(),
  rollout: rolloutField,
  agentName: z.string().nullable(),
  sessionCount: z.number(),
  /** Its last run, and that run's status. */
  lastRun: dateTime.nullable(),
  lastRunStatus: z.string().nullable(),
  createdBy: z.string().nullable(),
  ...recordFields,
});
export type App = z.output<typeof appSchema>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({
      agentId: idField.optional(),
      sharingMode: fields.sharingMode.optional(),
      type: appFields.shape.type.optional(),
    }),
    response: listPage("apps", appSchema),
  },
  get: {
    /** The draft, if it is a process with one. */
    response: z.object({ app: appSchema, draft: appDraft.nullable() }),
  },
  ...revisionShapes(appDefinition, {}),
  add: {
    body: appForm,
    response: added,
  },
  edit: {
    body: z
      .object(fields)
      .partial()
      // Forms send an empty agent for a process.
      .extend({
        type: appFields.shape.type.optional(),
        agentId: appFields.shape.agentId,
        ...readVersion,
        ...draftFields,
      }),
    response: empty,
  },
  preview: {
    body: previewForm,
    response: added,
  },
  ...trashShapes,
});

export const apps = withShapes(policies, shapes);
