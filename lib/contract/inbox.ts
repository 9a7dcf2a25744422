import { z } from "zod";
import { assigneeField, deadlineActions } from "./asks";
import { inbox as calls } from "./calls/inbox";
import { defineShapes, withShapes } from "./endpoint";
import { dateTime, idField, limitField, page } from "./fields";

const assigneeShown = z.object({
  type: z.enum(["anyone", "role", "account"]),
  role: z.string().optional(),
  accountId: z.string().optional(),
  /** Of the account; null once it is gone. */
  name: z.string().nullable().optional(),
});

/** A question as the thread has it, with where it stands and for whom it is. */
const inputRequestSchema = z.object({
  _id: z.string(),
  sessionId: z.string(),
  sessionName: z.string(),
  appName: z.string(),
  kind: z.enum(["repeat", "budget", "form", "approval"]),
  text: z.string(),
  name: z.string(),
  /** As the log has it. */
  body: z.unknown(),
  seq: z.number(),
  assignee: assigneeShown,
  /** Whether the caller may answer it. */
  mine: z.boolean(),
  /** Whether the caller sees the session that it stands in. */
  seesSession: z.boolean(),
  deadline: dateTime.nullable(),
  onDeadline: z.enum(deadlineActions),
  passTo: assigneeField.nullable(),
  date: dateTime,
});
export type InboxRequest = z.output<typeof inputRequestSchema>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  list: {
    query: z.object({
      before: idField.optional(),
      limit: limitField(100, 20),
      /** Those alone that the caller may answer. */
      mine: z.enum(["true", "false"]).optional(),
    }),
    response: page("inputRequests", inputRequestSchema).extend({
      /** How many the caller may answer. */
      count: z.number(),
    }),
  },
});

export const inbox = withShapes(calls, shapes);
