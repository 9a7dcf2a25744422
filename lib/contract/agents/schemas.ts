import { z } from "zod";
import { maxIterationsDefault } from "@/lib/constants/limits";
import { defineShapes, withShapes } from "../base/endpoint";
import { usedBySchema } from "../base/error-schema";
import {
  added,
  dateTime,
  empty,
  idField,
  listPage,
  listQuery,
  nameField,
  promptField,
  readVersion,
  recordFields,
  trashShapes,
  wholeField,
} from "../base/fields";
import { draftFields, revisionShapes, rolloutField } from "../base/revisions";
import { agentDefinition, agentDraft } from "./definition";
import { agents as policies } from "./policies";

const ids = z.array(idField).max(100, "Choose up to 100.");

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
  maxIterations: wholeField(1, 100).default(maxIterationsDefault),
  iconId: idField.nullable().optional(),
});

export const iconSchema = z.object({ filename: z.string() }).nullable();

export const agentSchema = z.object({
  _id: z.string(),
  ...agentDefinition.shape,
  modelName: z.string().nullable(),
  icon: iconSchema,
  /** The number of the applied revision. */
  revision: z.number(),
  rollout: rolloutField,
  /** Apps that use the agent. */
  usedBy: z.number(),
  /** Its last run, and that run's status. */
  lastRun: dateTime.nullable(),
  lastRunStatus: z.string().nullable(),
  ...recordFields,
});
export type Agent = z.output<typeof agentSchema>;

type Fields = typeof agentForm.shape;

/** Without defaults, which an edit would store for fields that were not sent. */
const withoutDefaults = Object.fromEntries(
  Object.entries(agentForm.shape).map(([key, field]) => [key, field instanceof z.ZodDefault ? field.unwrap() : field]),
) as { [K in keyof Fields]: Fields[K] extends z.ZodDefault<infer Field> ? Field : Fields[K] };

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ modelId: idField.optional() }),
    response: listPage("agents", agentSchema),
  },
  get: {
    /** The draft, if there is one. */
    response: z.object({ agent: agentSchema, draft: agentDraft.nullable() }),
  },
  ...revisionShapes(agentDefinition, {
    /** The apps that use the agent, or have a task that does. */
    usedBy: z.array(
      usedBySchema.element.extend({
        /** The revision to which it is pinned; null: it follows the applied one. */
        pinnedTo: z.number().nullable(),
      }),
    ),
  }),
  add: {
    body: agentForm,
    response: added,
  },
  edit: {
    body: z
      .object(withoutDefaults)
      .partial()
      .extend({
        ...readVersion,
        ...draftFields,
      }),
    response: empty,
  },
  preview: {
    /** The whole form, and the id of the stored agent that is edited. */
    body: agentForm.extend({ agentId: idField.optional() }),
    response: added,
  },
  ...trashShapes,
});

export const agents = withShapes(policies, shapes);
