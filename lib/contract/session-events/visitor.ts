import { z } from "zod";
import { dateTime } from "../base/fields";
import {
  deltaBody,
  discardBody,
  feedbackBody,
  messageBody,
  partialBody,
  retrievedPassage,
  rewindBody,
} from "./messages";
import { inputRequestBody, requestField, requestKinds } from "./requests";
import { statusBody } from "./states";

const { number, title, text, page, lastPage } = retrievedPassage.shape;

/** A citation for visitors: without the document and the scores. */
const visitorCitation = z.strictObject({ number, title, text, page, lastPage });
export type VisitorCitation = z.output<typeof visitorCitation>;

const message = messageBody.shape;

/** A message for visitors: without the agent and its cost. */
const visitorMessage = z.strictObject({
  _id: message._id,
  sessionId: message.sessionId,
  seq: message.seq,
  role: message.role,
  authorName: message.authorName,
  authorId: z.null(),
  text: message.text,
  parts: message.parts,
  citations: z.array(visitorCitation),
  usage: z.null(),
  ts: message.ts,
  completed: message.completed,
  taskId: z.undefined().optional(),
  agentRevision: z.undefined().optional(),
});

const { variableId: _variableId, ...fieldShape } = requestField.shape;

/** A form field for visitors: without the variable it sets. */
const visitorField = z.strictObject(fieldShape);
export type VisitorField = z.output<typeof visitorField>;

const request = inputRequestBody.shape;

/** An input request for visitors: without the call, the tool and the assignee. */
const visitorRequest = z.strictObject({
  requestId: request.requestId,
  kind: request.kind,
  text: request.text,
  name: request.name,
  deadline: request.deadline,
  startedAt: request.startedAt,
  callId: z.literal("").nullable(),
  input: z.null(),
  form: z.strictObject({ fields: z.array(visitorField), decides: z.literal(true).optional() }).optional(),
});

const visitorAnswer = z.strictObject({
  requestId: request.requestId,
  kind: z.enum(requestKinds).optional(),
  decision: z.string(),
  reason: z.string().nullable().optional(),
  callId: z.null(),
  by: z.strictObject({ id: z.null(), name: z.string().optional() }).optional(),
});

const { status, runStatus, reason } = statusBody.shape;
const { messageId, offset, text: piece } = deltaBody.shape;

const logged = <const K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({
    sessionId: z.string(),
    seq: z.number(),
    kind: z.literal(kind),
    body: z.strictObject(shape),
    at: dateTime,
  });

const live = <const K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  logged(kind, shape).extend({ seq: z.null() });

/** A logged event for visitors of a share link. Fields not listed here are never sent. */
const loggedVisitorEvent = z.discriminatedUnion("kind", [
  logged("message", visitorMessage.shape),
  logged("status", { status, runStatus, reason }),
  logged("notice", { code: z.literal("resumed"), text: z.string() }),
  logged("input_request", visitorRequest.shape),
  logged("input_answer", visitorAnswer.shape),
  logged("discard", discardBody.shape),
  logged("rewind", rewindBody.shape),
]);

const liveVisitorEvent = z.discriminatedUnion("kind", [
  live("delta", { messageId, offset, text: piece }),
  live("partial", { messageId, text: partialBody.shape.text }),
  live("discard", discardBody.shape),
  live("feedback", { messageId, value: feedbackBody.shape.value }),
]);

export const visitorEventSchema = z.union([loggedVisitorEvent, liveVisitorEvent]);
export type VisitorEvent = z.output<typeof visitorEventSchema>;
