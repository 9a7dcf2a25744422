import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, idField, limitField, listPage } from "../base/fields";
import { inputRequestBody } from "../session-events/requests";
import { assigneeField, deadlineActions } from "../sessions/input-request-rules";
import { inbox as policies } from "./policies";

const inboxAssignee = z.object({
  type: z.enum(["anyone", "role", "account"]),
  role: z.string().optional(),
  accountId: z.string().optional(),
  /** The account's name; null after its deletion. */
  name: z.string().nullable().optional(),
});

/** An input request with its session and its assignee. */
const inputRequestSchema = z.object({
  _id: z.string(),
  sessionId: z.string(),
  sessionName: z.string(),
  appName: z.string(),
  kind: z.enum(["repeat", "budget", "form", "approval"]),
  text: z.string(),
  name: z.string(),
  /** The event's body. */
  body: inputRequestBody,
  seq: z.number(),
  assignee: inboxAssignee,
  /** Whether the caller may answer it. */
  mine: z.boolean(),
  /** Whether the caller can see its session. */
  canOpenSession: z.boolean(),
  deadline: dateTime.nullable(),
  onDeadline: z.enum(deadlineActions),
  passTo: assigneeField.nullable(),
  date: dateTime,
});
export type InboxRequest = z.output<typeof inputRequestSchema>;

export const shapes = defineShapes({
  list: {
    query: z.object({
      before: idField.optional(),
      limit: limitField(100, 20),
      /** Only requests that the caller may answer. */
      mine: z.enum(["true", "false"]).optional(),
    }),
    response: listPage("inputRequests", inputRequestSchema).extend({
      /** Number of requests that the caller may answer. */
      count: z.number(),
    }),
  },
});

export const inbox = withShapes(policies, shapes);
