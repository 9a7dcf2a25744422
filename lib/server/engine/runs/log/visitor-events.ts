import type { LoggedBody, SessionEvent } from "@/lib/contract/session-events/events";
import type { InputAnswer, InputRequest } from "@/lib/contract/session-events/requests";
import type { VisitorCitation, VisitorEvent, VisitorField } from "@/lib/contract/session-events/visitor";
import { isObject } from "@/lib/utils/json/is-object";

const sorry = "The answer could not be finished. Try again in a moment.";
const usedUp =
  "This app has used what it may for now. Whoever looks after it has been told; the answer goes on as soon as they allow it.";
const question = "The work on the answer was interrupted. Say whether to go on with the step that it stood at.";
const form = "The work goes on once you have filled in what it needs.";
const step = "the interrupted step";
const approval = "The work goes on once somebody of the team has looked at its next step.";

const reasons: Record<string, string> = { budget: usedUp, form, approval };

/** Why a run waits or ended, without the provider's or engine's details. */
export function visitorReason(status: string, reason: string | null, asks?: unknown): string | null {
  if (status === "error") return sorry;
  if (status === "waiting") return reason && (reasons[String(asks)] ?? question);
  return status === "cancelled" ? reason : null;
}

/** A message for visitors: responses come from the app, without the agent's name or cost. */
export function visitorMessage<M extends { role: string; authorName: string; citations?: VisitorCitation[] }>(
  message: M,
  appName: string,
) {
  const authorName = message.role === "assistant" ? appName : message.authorName;
  const own = { authorName, authorId: null, citations: visitorCitations(message.citations), usage: null };
  return { ...message, ...own, taskId: undefined };
}

/** Citations that readers may check, without where or how they were found. */
const visitorCitations = (citations: VisitorCitation[] = []): VisitorCitation[] =>
  citations
    .filter((one) => isObject(one))
    .map(({ number, title, text, page, lastPage }) => ({ number, title, text, page, lastPage }));

function messageBody(body: LoggedBody<"message">, appName: string) {
  const { _id, sessionId, seq, role, text, parts, citations, ts, completed, authorName } = body;
  return visitorMessage({ _id, sessionId, seq, role, text, parts, citations, ts, completed, authorName }, appName);
}

/** The form's fields, without what they are bound to. */
const visitorForm = (asked: InputRequest["form"]) => ({
  fields: (asked?.fields ?? []).map(
    ({ name, label, description, type, options, required }): VisitorField => ({
      name,
      label,
      description,
      type,
      options,
      required,
    }),
  ),
});

function requestBody(body: InputRequest) {
  const { requestId, kind, deadline, startedAt, text, name } = body;
  const asked = { requestId, kind, deadline, startedAt, input: null };
  const assignee = body.asks?.assignee;
  const isForTeam = kind === "approval" || body.guarded || (assignee && assignee.type !== "anyone");
  if (isForTeam) return { ...asked, kind: "approval" as const, text: approval, callId: null, name: "the next step" };
  if (kind === "form") return { ...asked, text, name, form: visitorForm(body.form), callId: "" as const };
  if (kind === "budget") return { ...asked, text: usedUp, callId: null, name: "what the app may use" };
  return { ...asked, text: question, callId: null, name: step };
}

function answerBody({ requestId, kind, guarded, decision, reason, by }: InputAnswer) {
  // Budget decisions are internal.
  if (kind === "budget") return { requestId, kind, decision: "again", callId: null };
  if (kind === "approval" || guarded) return { requestId, kind, decision: "again", callId: null };
  return { requestId, decision, reason, callId: null, by: { id: null, name: by?.name } };
}

/** Fields of all events. */
const envelope = <E extends SessionEvent>(event: E): Pick<E, "sessionId" | "seq" | "kind" | "at"> => {
  const { sessionId, seq, kind, at } = event;
  return { sessionId, seq, kind, at };
};

/**
 * Converts an event for visitors, or null when it is not visible. Anything not named here is hidden: tools, prompts, models,
 * costs, and future kinds.
 */
export function visitorEvent(event: SessionEvent, appName: string): VisitorEvent | null {
  switch (event.kind) {
    case "message":
      return event.body.inner ? null : { ...envelope(event), body: messageBody(event.body, appName) };
    case "delta": {
      const { messageId, offset, text } = event.body;
      return { ...envelope(event), body: { messageId, offset, text } };
    }
    case "partial": {
      const { messageId, text } = event.body;
      return { ...envelope(event), body: { messageId, text } };
    }
    case "discard":
      return { ...envelope(event), body: { messageId: event.body.messageId } };
    case "rewind":
      return { ...envelope(event), body: { toSeq: event.body.toSeq } };
    case "feedback": {
      const { messageId, value } = event.body;
      return { ...envelope(event), body: { messageId, value } };
    }
    case "status": {
      const { status, runStatus, reason, asks } = event.body;
      return { ...envelope(event), body: { status, runStatus, reason: visitorReason(runStatus, reason, asks) } };
    }
    case "notice": {
      const { code, text } = event.body;
      return code === "resumed" ? { ...envelope(event), body: { code, text } } : null;
    }
    case "input_request":
      return { ...envelope(event), body: requestBody(event.body) };
    case "input_answer":
      return { ...envelope(event), body: answerBody(event.body) };
    case "step":
    case "tool_call":
    case "tool_result":
    case "retrieval":
    case "task":
      return null;
    default:
      event satisfies never;
      return null;
  }
}
