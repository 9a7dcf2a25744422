import type { SessionEvent } from "@/lib/contract/sessions";
import { isObject } from "@/lib/utils/is-object";

type Body = Record<string, unknown>;

const sorry = "The answer could not be finished. Try again in a moment.";
const usedUp =
  "This app has used what it may for now. Whoever looks after it has been told; the answer goes on as soon as they allow it.";
const question = "The work on the answer was interrupted. Say whether to go on with the step that it stood at.";
const form = "The work goes on once you have filled in what it needs.";
const step = "the interrupted step";
const approval = "The work goes on once somebody of the team has looked at its next step.";

const pick = (body: Body, ...names: string[]): Body => Object.fromEntries(names.map((name) => [name, body[name]]));

const reasons: Record<string, string> = { budget: usedUp, form, approval };

/** Why a run stands or ended as it did, without the reason that the provider or the engine gives. */
export function visitorReason(status: string, reason: string | null, asks?: unknown): string | null {
  if (status === "error") return sorry;
  if (status === "waiting") return reason && (reasons[String(asks)] ?? question);
  return status === "cancelled" ? reason : null;
}

/** A message as a visitor reads it: answers come from the app, and say nothing of the agent behind it or of their cost. */
export function visitorMessage<M extends { role: string; authorName: string; citations?: unknown }>(
  message: M,
  appName: string,
) {
  const authorName = message.role === "assistant" ? appName : message.authorName;
  const own = { authorName, authorId: null, citations: visitorCitations(message.citations), usage: null };
  return { ...message, ...own, taskId: undefined };
}

/** What an answer is backed by, as its readers may check it: nothing of where that lies or how it was found. */
function visitorCitations(citations: unknown): Body[] {
  if (!Array.isArray(citations)) return [];
  return citations.flatMap((one) => (isObject(one) ? [pick(one, "number", "title", "text", "page", "lastPage")] : []));
}

function messageBody(body: Body, appName: string): Body {
  const kept = pick(body, "_id", "sessionId", "seq", "role", "text", "parts", "citations", "ts", "completed");
  return visitorMessage({ ...kept, role: String(body.role), authorName: String(body.authorName) }, appName);
}

/** What is asked for, without what becomes of it. */
const visitorForm = (form: unknown): Body => {
  const { fields } = (form ?? {}) as { fields?: Body[] };
  return {
    fields: (fields ?? []).map((field) => pick(field, "name", "label", "description", "type", "options", "required")),
  };
};

/**
 * An event as a visitor gets it, or null for one that is none of theirs. Whatever is not named here stays inside: tools,
 * prompts, models, costs, and kinds of events that come later.
 */
export function visitorEvent(event: SessionEvent, appName: string): SessionEvent | null {
  const body = (event.body ?? {}) as Body;
  const as = (shown: Body): SessionEvent =>
    ({ ...pick({ ...event }, "sessionId", "seq", "kind", "at"), body: shown }) as SessionEvent;
  switch (event.kind) {
    case "message":
      return body.inner ? null : as(messageBody(body, appName));
    case "delta":
      return as(pick(body, "messageId", "offset", "text"));
    case "partial":
      return as(pick(body, "messageId", "text"));
    case "discard":
      return as(pick(body, "messageId"));
    case "rewind":
      return as(pick(body, "toSeq"));
    case "feedback":
      return as(pick(body, "messageId", "value"));
    case "status": {
      const reason = typeof body.reason === "string" ? body.reason : null;
      const shown = visitorReason(String(body.runStatus ?? body.status), reason, body.asks);
      return as({ ...pick(body, "status", "runStatus"), reason: shown });
    }
    case "notice":
      return body.code === "resumed" ? as(pick(body, "code", "text")) : null;
    case "input_request": {
      const asked = pick(body, "requestId", "kind", "deadline", "startedAt");
      const { assignee } = (body.asks ?? {}) as { assignee?: { type: string } };
      const team = body.kind === "approval" || body.guarded || (assignee && assignee.type !== "anyone");
      if (team)
        return as({ ...asked, kind: "approval", text: approval, callId: null, name: "the next step", input: null });
      if (body.kind === "form")
        return as({ ...asked, ...pick(body, "text", "name"), form: visitorForm(body.form), callId: "", input: null });
      const budget = body.kind === "budget";
      const text = budget ? usedUp : question;
      return as({ ...asked, text, callId: null, name: budget ? "what the app may use" : step, input: null });
    }
    case "input_answer": {
      // Who decides about a budget, and how, is of the inside.
      if (body.kind === "budget") return as({ ...pick(body, "requestId", "kind"), decision: "again", callId: null });
      if (body.kind === "approval" || body.guarded)
        return as({ ...pick(body, "requestId", "kind"), decision: "again", callId: null });
      const { name } = (body.by ?? {}) as { name?: unknown };
      return as({ ...pick(body, "requestId", "decision", "reason"), callId: null, by: { id: null, name } });
    }
    default:
      return null;
  }
}
