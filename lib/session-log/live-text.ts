import type { LiveReaderEvent } from "@/lib/contract/session-events/events";
import type { SessionLog, ThreadMessage } from "./state";

type Rating = Extract<LiveReaderEvent, { kind: "feedback" }>["body"];

/** Applies events that are not in the log: live text and ratings. */
export function applyLive(log: SessionLog, event: LiveReaderEvent): SessionLog {
  if (event.kind === "feedback") return withRating(log, event.body);
  const { messageId } = event.body;
  if (log.messages.some(({ _id }) => _id === messageId)) return log;
  switch (event.kind) {
    case "partial": {
      const { text } = event.body;
      const gaps = log.gaps.filter((id) => id !== messageId);
      return { ...withLive(log, messageId, text, findTaskId(event.body)), gaps };
    }
    case "discard":
      return { ...log, ...withoutLive(log, messageId) };
    case "delta": {
      const { offset, text } = event.body;
      const current = log.live.find((one) => one.messageId === messageId)?.text ?? "";
      if (offset > current.length)
        return log.gaps.includes(messageId) ? log : { ...log, gaps: [...log.gaps, messageId] };
      return withLive(log, messageId, current.slice(0, offset) + text, findTaskId(event.body));
    }
    default:
      event satisfies never;
      return log;
  }
}

/** Returns the task that live text belongs to (members only). */
const findTaskId = ({ taskId }: { messageId: string; taskId?: string | undefined }): string | undefined => taskId;

/**
 * Applies the reader's rating. Events from other pages have no reason, so a known one is kept if the value is the same.
 */
function withRating(log: SessionLog, rating: Rating): SessionLog {
  const { messageId, value } = rating;
  const rated = (message: ThreadMessage): ThreadMessage => {
    if (message._id !== messageId) return message;
    if (value === null) return { ...message, feedback: null };
    const known = message.feedback?.value === value ? message.feedback.reason : null;
    return { ...message, feedback: { value, reason: ("reason" in rating ? rating.reason : null) ?? known } };
  };
  return { ...log, messages: log.messages.map(rated) };
}

function withLive(log: SessionLog, messageId: string, text: string, taskId: string | undefined): SessionLog {
  const known = log.live.some((one) => one.messageId === messageId);
  const live = known
    ? log.live.map((one) => (one.messageId === messageId ? { messageId, text, taskId } : one))
    : [...log.live, { messageId, text, taskId }];
  return { ...log, live };
}

/** Returns the live messages without one. */
export const withoutLive = (log: SessionLog, messageId: string) => ({
  live: log.live.filter((one) => one.messageId !== messageId),
  gaps: log.gaps.filter((id) => id !== messageId),
});
