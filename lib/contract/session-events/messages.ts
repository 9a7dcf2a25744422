import { z } from "zod";
import { citationSchema } from "../datasources/retrieval";
import { eventBody, missing, part } from "./body";

export const usageSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number().nullable(),
  /** The provider did not report all counts. */
  estimated: z.boolean().optional(),
});

export const messagePartSchema = z.object({
  type: z.enum(["text", "file"]),
  text: z.string().optional(),
  fileId: z.string().optional(),
  filename: z.string().optional(),
  mimeType: z.string().optional(),
});
export type MessagePart = z.output<typeof messagePartSchema>;

/** A retrieved passage; the first versions did not have its last page. */
export const retrievedPassage = eventBody({ ...citationSchema.shape, lastPage: z.number().nullable().optional() });
export type RetrievedPassage = z.output<typeof retrievedPassage>;

export const messageBody = eventBody({
  ...missing,
  ...part,
  _id: z.string(),
  sessionId: z.string(),
  /** The event's sequence number; added for readers, not stored. */
  seq: z.number().optional(),
  authorName: z.string(),
  authorId: z.string().nullable(),
  /** The number of the agent's revision that answered; absent for previews. */
  agentRevision: z.number().optional(),
  role: z.enum(["user", "assistant", "system"]),
  text: z.string(),
  parts: z.array(messagePartSchema),
  citations: z.array(retrievedPassage),
  usage: usageSchema.nullable(),
  ts: z.string(),
  /** False for an answer interrupted by the user or an error. */
  completed: z.boolean(),
  /** For a process: intermediate text, visible only in the trace. */
  inner: z.boolean().optional(),
  /** For a process that was started without a message. */
  kickOff: z.boolean().optional(),
});

/** Everything after `toSeq` and before this event is void. */
export const rewindBody = eventBody({ toSeq: z.number() });

/** The live text of this message is void. */
export const discardBody = eventBody({ messageId: z.string() });

const liveText = { messageId: z.string(), text: z.string(), taskId: z.string().optional() };

/** `offset`: UTF-16 length of the message before this text. */
export const deltaBody = eventBody({ ...liveText, offset: z.number() });

/** The whole text so far. */
export const partialBody = eventBody(liveText);

/** The reader's rating of a message. Events to the reader's other pages have no reason. */
export const feedbackBody = eventBody({
  messageId: z.string(),
  value: z.number().nullable(),
  reason: z.string().nullable().optional(),
});
