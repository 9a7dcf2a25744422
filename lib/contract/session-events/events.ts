import { z } from "zod";
import { dateTime } from "../base/fields";
import { deltaBody, discardBody, feedbackBody, messageBody, partialBody, rewindBody } from "./messages";
import { inputAnswerBody, inputRequestBody } from "./requests";
import { noticeBody, statusBody } from "./states";
import { retrievalBody, stepBody, toolCallBody, toolResultBody } from "./steps";
import { taskBody } from "./tasks";
import type { VisitorEvent } from "./visitor";

const logged = <const K extends string, B extends z.ZodType>(kind: K, body: B) =>
  z.object({ sessionId: z.string(), seq: z.number(), kind: z.literal(kind), body, at: dateTime });

const live = <const K extends string, B extends z.ZodType>(kind: K, body: B) =>
  z.object({ sessionId: z.string(), seq: z.null(), kind: z.literal(kind), body, at: dateTime });

/** An event of a session's log. */
export const loggedEventSchema = z.discriminatedUnion("kind", [
  logged("message", messageBody),
  logged("step", stepBody),
  logged("tool_call", toolCallBody),
  logged("tool_result", toolResultBody),
  logged("retrieval", retrievalBody),
  logged("task", taskBody),
  logged("input_request", inputRequestBody),
  logged("input_answer", inputAnswerBody),
  logged("status", statusBody),
  logged("discard", discardBody),
  logged("rewind", rewindBody),
  logged("notice", noticeBody),
]);
export type LoggedEvent = z.output<typeof loggedEventSchema>;

/** Events that are sent to readers but not logged: live text, and the reader's own ratings. */
const liveEventSchema = z.discriminatedUnion("kind", [
  live("delta", deltaBody),
  live("partial", partialBody),
  live("discard", discardBody),
  live("feedback", feedbackBody),
]);
type LiveEvent = z.output<typeof liveEventSchema>;

/** An event that a member gets. */
export type SessionEvent = LoggedEvent | LiveEvent;

export type LoggedKind = LoggedEvent["kind"];
export type LoggedBody<K extends LoggedKind> = Extract<LoggedEvent, { kind: K }>["body"];
export type MessageBody = LoggedBody<"message">;

/** An event that any reader gets: a member, or a visitor of a share link. */
export type ReaderEvent = SessionEvent | VisitorEvent;
export type LoggedReaderEvent = Exclude<ReaderEvent, { seq: null }>;
export type LiveReaderEvent = Extract<ReaderEvent, { seq: null }>;
