import { z } from "zod";
import { dateTime } from "../base/fields";
import { eventBody } from "../session-events/body";
import { messagePartSchema, retrievedPassage, usageSchema } from "../session-events/messages";

/** A passage that an answer cites by its number. Visitors get neither its document nor its scores. */
const shownCitation = eventBody(
  retrievedPassage.partial().required({ number: true, title: true, text: true, page: true }).shape,
);

export const messageSchema = z.object({
  _id: z.string(),
  sessionId: z.string(),
  seq: z.number(),
  authorName: z.string(),
  authorId: z.string().nullable(),
  /** The number of the agent's revision that answered. */
  agentRevision: z.number().optional(),
  role: z.enum(["user", "assistant", "system"]),
  text: z.string(),
  parts: z.array(messagePartSchema),
  citations: z.array(shownCitation),
  usage: usageSchema.nullable(),
  feedback: z.object({ value: z.number(), reason: z.string().nullable() }).nullable().optional(),
  ts: dateTime,
  /** False while it is generated, and if interrupted by the user or an error. */
  completed: z.boolean(),
  /** For a process: the message's task. */
  taskId: z.string().optional(),
});
export type Message = z.output<typeof messageSchema>;
