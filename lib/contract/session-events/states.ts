import { z } from "zod";
import { sessionStatuses } from "@/lib/constants/statuses";
import { deadlineActions } from "../sessions/input-request-rules";
import { eventBody, missing, part } from "./body";
import { requestAssignee } from "./requests";

/** The status of the session, and of the run that caused it. */
export const statusBody = eventBody({
  ...missing,
  status: z.enum(sessionStatuses),
  reason: z.string().nullable(),
  runStatus: z.enum(["queued", "running", "waiting", "completed", "cancelled", "error"]),
  runId: z.string(),
  /** The kind of input that is requested, other than whether to repeat a call. */
  asks: z.enum(["budget", "form", "approval"]).optional(),
});
export type StatusBody = z.output<typeof statusBody>;

/** `repeating`, `approved`: the call starts now and may have side effects from here on. `waiting`: not started yet. */
const callNotice = eventBody({
  ...missing,
  ...part,
  code: z.enum(["repeating", "approved", "waiting"]),
  callId: z.string(),
  text: z.string(),
});

/** The deadline passed without an answer; the request was reassigned. */
const passedOn = eventBody({
  ...missing,
  code: z.literal("passed_on"),
  requestId: z.string(),
  assignee: requestAssignee,
  deadline: z.string(),
  onDeadline: z.enum(deadlineActions),
  text: z.string(),
});

/** `removed`: earlier events are deleted. `unreadable`: replaces an event that cannot be shown. */
const plainNotice = eventBody({
  ...missing,
  ...part,
  code: z.enum(["resumed", "loop", "budget", "answer_limit", "removed", "unreadable"]),
  text: z.string(),
});

export const noticeBody = z.discriminatedUnion("code", [callNotice, passedOn, plainNotice]);
export type NoticeBody = z.output<typeof noticeBody>;
