import { z } from "zod";
import { linkPasswordMax, variableNameMax, variableValueMax } from "@/lib/constants/limits";
import { sessionStatuses } from "@/lib/constants/statuses";
import { iconSchema } from "../agents/schemas";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  dateTime,
  empty,
  idField,
  limitField,
  listPage,
  listQuery,
  nameField,
  seqQuery,
  trashed,
} from "../base/fields";
import { loggedEventSchema } from "../session-events/events";
import { usageSchema } from "../session-events/messages";
import { earlierRevisions } from "./earlier-revision";
import { messageSchema } from "./message";
import { sessions as policies } from "./policies";

export const sessionSchema = z.object({
  _id: z.string(),
  name: z.string(),
  orgId: z.string(),
  teamId: z.string(),
  startDate: dateTime,
  lastUpdatedDate: dateTime,
  appId: z.string().nullable(),
  appName: z.string(),
  appType: z.enum(["chat", "process"]),
  app: z
    .object({
      conversationStarters: z.array(z.string()),
      maxMessages: z.number(),
      icon: iconSchema,
      exists: z.boolean(),
      /** Variables requested before the first message. */
      variables: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          secret: z.boolean(),
          /** Empty for a secret one. */
          defaultValue: z.string(),
          required: z.boolean(),
          /** Whether the session has a value for it. */
          given: z.boolean(),
        }),
      ),
    })
    .optional(),
  earlierRevisions,
  agentName: z.string().nullable(),
  agentIcon: iconSchema,
  sharingConfig: z.object({ mode: z.string(), emails: z.array(z.string()) }),
  status: z.enum(sessionStatuses),
  lastRun: z.object({ status: z.string(), reason: z.string().nullable() }).nullable(),
  createdBy: z.string().nullable(),
  createdByName: z.string().nullable(),
  trigger: z.enum(["chat", "api", "schedule", "webhook", "publication"]),
  variables: z.record(z.string(), z.string()),
  usage: usageSchema,
  previewText: z.string(),
  messageCount: z.number(),
  /** Seq of the newest event; a reader with these messages joins after it. */
  lastSeq: z.number(),
});
export type Session = z.output<typeof sessionSchema>;

/** Values by name. Variables not listed keep their value, as does a secret whose mask is sent back. */
const variables = z.record(z.string().max(variableNameMax), z.string().max(variableValueMax));

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ appId: idField.optional(), status: z.enum(sessionStatuses).optional() }),
    response: listPage("sessions", sessionSchema),
  },
  get: {
    response: z.object({ session: sessionSchema }),
  },
  messages: {
    query: z.object({
      messageId: idField.optional(),
      before: idField.optional(),
      limit: limitField(100, 100),
    }),
    response: z.object({ messages: z.array(messageSchema), next: z.string().nullable() }),
  },
  versions: {
    query: z.object({ messageId: idField }),
    /** Each version: a message of the user and the answer that it got. */
    response: z.object({ versions: z.array(z.object({ messages: z.array(messageSchema) })) }),
  },
  log: {
    query: z.object({
      after: seqQuery.default(0),
      limit: limitField(500, 200),
    }),
    response: z.object({ events: z.array(loggedEventSchema), next: z.number().nullable() }),
  },
  events: {
    query: z.object({ after: seqQuery.optional() }),
  },
  add: {
    body: z
      .object({
        /** The app; in shared mode optional, as the link has one. */
        id: idField.optional(),
        variables: variables.optional(),
        test: z.boolean().optional(),
        /** In shared mode: the share link's id, and its password if it has one. */
        shareId: idField.optional(),
        password: z.string().max(linkPasswordMax, `Use up to ${linkPasswordMax} characters.`).optional(),
        /** In shared mode, of an embedded app: who the visitor is, as a JSON Web Token that the website has signed. */
        identity: z.string().max(4_096, "Use up to 4,096 characters.").optional(),
      })
      .refine(({ id, shareId }) => id !== undefined || shareId !== undefined, {
        path: ["id"],
        error: "Choose an app.",
      }),
    response: added.extend({
      /** In shared mode: the visitor's token for all further calls, including another conversation. */
      visitorToken: z.string().optional(),
    }),
  },
  edit: {
    body: z.object({ name: nameField.optional(), variables: variables.optional() }),
    response: empty,
  },
  start: {
    body: z
      .object({
        message: z.string().trim().max(65_536, "Use up to 65,536 characters.").optional(),
        variables: variables.optional(),
        fileIds: z.array(idField).max(10, "Attach up to 10 files.").optional(),
        replaces: idField.optional(),
        /** Id of an input request; requires `decision`. The model reads `reason` with a rejection. */
        requestId: idField.optional(),
        decision: z.enum(["approve", "reject", "respond"]).optional(),
        reason: z.string().trim().max(2_000, "Use up to 2,000 characters.").optional(),
        /** Of a form: values by field name. Of an approval with `respond`: the result of the call. */
        input: z.unknown().optional(),
        /** Of an approval: arguments in place of the model's. */
        args: z.record(z.string(), z.unknown()).optional(),
      })
      .refine(({ requestId, decision }) => (requestId === undefined) === (decision === undefined), {
        path: ["decision"],
        message: "Send a requestId together with a decision.",
      })
      .refine(({ requestId, message, replaces }) => requestId === undefined || !(message || replaces), {
        path: ["message"],
        message: "Send a message or a decision, not both.",
      }),
    response: z.object({ runId: z.string(), messageId: z.string() }),
  },
  cancel: {
    response: empty,
  },
  feedback: {
    body: z.object({
      messageId: idField,
      value: z.union([z.literal(1), z.literal(-1), z.null()]),
      reason: z.string().trim().max(2_000).optional(),
    }),
    response: empty,
  },
  addFile: {
    response: z.object({ _id: z.string(), filename: z.string() }),
  },
  file: {},
  remove: {
    response: trashed,
  },
});

export const sessions = withShapes(policies, shapes);
