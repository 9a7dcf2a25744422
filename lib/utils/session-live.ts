import type { SessionLog, ThreadMessage } from "./session-log-state";

type Body = Record<string, unknown>;

/** Applies what is not in the log: text as it is written, and ratings. */
export function applyLive(log: SessionLog, kind: string, body: Body): SessionLog {
  const messageId = String(body.messageId);
  const text = String(body.text ?? "");
  const of = typeof body.taskId === "string" ? body.taskId : undefined;
  if (kind === "feedback") return withRating(log, messageId, body);
  if (log.messages.some(({ _id }) => _id === messageId)) return log;
  const have = log.live.find((one) => one.messageId === messageId);
  if (kind === "partial")
    return { ...withLive(log, messageId, text, of), gaps: log.gaps.filter((id) => id !== messageId) };
  if (kind === "discard") return { ...log, ...withoutLive(log, messageId) };
  if (kind !== "delta") return log;
  const length = have?.text.length ?? 0;
  const offset = Number(body.offset);
  if (offset > length) return log.gaps.includes(messageId) ? log : { ...log, gaps: [...log.gaps, messageId] };
  return withLive(log, messageId, (have?.text ?? "").slice(0, offset) + text, of);
}

/** The reader's own rating. What other pages tell of it has no reason: the one that is known stays with its value. */
function withRating(log: SessionLog, messageId: string, { value, reason }: Body): SessionLog {
  const rated = (message: ThreadMessage): ThreadMessage => {
    if (message._id !== messageId) return message;
    if (typeof value !== "number") return { ...message, feedback: null };
    const known = message.feedback?.value === value ? message.feedback.reason : null;
    return { ...message, feedback: { value, reason: typeof reason === "string" ? reason : known } };
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

/** What is being written, but for one message. */
export const withoutLive = (log: SessionLog, messageId: string) => ({
  live: log.live.filter((one) => one.messageId !== messageId),
  gaps: log.gaps.filter((id) => id !== messageId),
});
