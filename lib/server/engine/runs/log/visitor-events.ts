import type { LoggedBody, SessionEvent } from "@/lib/contract/session-events/events";
import type { InputAnswer, InputRequest } from "@/lib/contract/session-events/requests";
import type { VisitorCitation, VisitorEvent, VisitorField } from "@/lib/contract/session-events/visitor";
import { isObject } from "@/lib/utils/json/is-object";

const errorText = "The answer couldn't be completed. Try again in a moment.";
const budgetText =
  "This app has reached its usage limit. Its managers have been notified, and the answer will continue once they allow it.";
const repeatText = "The answer was interrupted. Choose whether to retry the interrupted step.";
const formText = "The answer will continue once you fill in the form.";
const stepName = "the interrupted step";
const approvalText = "The answer will continue once someone on the team has reviewed the next step.";

const reasons: Record<string, string> = { budget: budgetText, form: formText, approval: approvalText };

/** Why a run waits or ended, without the provider's or engine's details. */
export function toVisitorReason(status: string, reason: string | null, asks?: unknown): string | null {
  if (status === "error") return errorText;
  if (status === "waiting") return reason && (reasons[String(asks)] ?? repeatText);
  return status === "cancelled" ? reason : null;
}

/** A message for visitors: responses come from the app, without the agent's name or cost. */
export function toVisitorMessage<M extends { role: string; authorName: string; citations?: VisitorCitation[] }>(
  message: M,
  appName: string,
) {
  const authorName = message.role === "assistant" ? appName : message.authorName;
  const visitorFields = { authorName, authorId: null, citations: toVisitorCitations(message.citations), usage: null };
  return { ...message, ...visitorFields, taskId: undefined, agentRevision: undefined };
}

/** Citations that readers may check, without where or how they were found. */
const toVisitorCitations = (citations: VisitorCitation[] = []): VisitorCitation[] =>
  citations
    .filter((one) => isObject(one))
    .map(({ number, title, text, page, lastPage }) => ({ number, title, text, page, lastPage }));

function toMessageBody(body: LoggedBody<"message">, appName: string) {
  const { _id, sessionId, seq, role, text, parts, citations, ts, completed, authorName } = body;
  return toVisitorMessage({ _id, sessionId, seq, role, text, parts, citations, ts, completed, authorName }, appName);
}

/** The form's fields, without what they are bound to. */
const toVisitorForm = (form: InputRequest["form"]) => ({
  ...(form?.decides && { decides: form.decides }),
  fields: (form?.fields ?? []).map(
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

function toRequestBody(body: InputRequest) {
  const { requestId, kind, deadline, startedAt, text, name } = body;
  const common = { requestId, kind, deadline, startedAt, input: null };
  const assignee = body.asks?.assignee;
  const isForTeam = kind === "approval" || body.guarded || (assignee && assignee.type !== "anyone");
  if (isForTeam)
    return { ...common, kind: "approval" as const, text: approvalText, callId: null, name: "the next step" };
  if (kind === "form") return { ...common, text, name, form: toVisitorForm(body.form), callId: "" as const };
  if (kind === "budget") return { ...common, text: budgetText, callId: null, name: "the app's usage limit" };
  return { ...common, text: repeatText, callId: null, name: stepName };
}

function toAnswerBody({ requestId, kind, guarded, decision, reason, by }: InputAnswer) {
  // Budget decisions are internal.
  if (kind === "budget") return { requestId, kind, decision: "again", callId: null };
  if (kind === "approval" || guarded) return { requestId, kind, decision: "again", callId: null };
  return { requestId, decision, reason, callId: null, by: { id: null, name: by?.name } };
}

/** Fields of all events. */
const pickEnvelope = <E extends SessionEvent>(event: E): Pick<E, "sessionId" | "seq" | "kind" | "at"> => {
  const { sessionId, seq, kind, at } = event;
  return { sessionId, seq, kind, at };
};

/**
 * Converts an event for visitors, or null when it is not visible. Anything not named here is hidden: tools, prompts, models,
 * costs, and future kinds.
 */
export function toVisitorEvent(event: SessionEvent, appName: string): VisitorEvent | null {
  switch (event.kind) {
    case "message":
      return event.body.inner ? null : { ...pickEnvelope(event), body: toMessageBody(event.body, appName) };
    case "delta": {
      const { messageId, offset, text } = event.body;
      return { ...pickEnvelope(event), body: { messageId, offset, text } };
    }
    case "partial": {
      const { messageId, text } = event.body;
      return { ...pickEnvelope(event), body: { messageId, text } };
    }
    case "discard":
      return { ...pickEnvelope(event), body: { messageId: event.body.messageId } };
    case "rewind":
      return { ...pickEnvelope(event), body: { toSeq: event.body.toSeq } };
    case "feedback": {
      const { messageId, value } = event.body;
      return { ...pickEnvelope(event), body: { messageId, value } };
    }
    case "status": {
      const { status, runStatus, reason, asks } = event.body;
      return { ...pickEnvelope(event), body: { status, runStatus, reason: toVisitorReason(runStatus, reason, asks) } };
    }
    case "notice": {
      const { code, text } = event.body;
      return code === "resumed" ? { ...pickEnvelope(event), body: { code, text } } : null;
    }
    case "input_request":
      return { ...pickEnvelope(event), body: toRequestBody(event.body) };
    case "input_answer":
      return { ...pickEnvelope(event), body: toAnswerBody(event.body) };
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
