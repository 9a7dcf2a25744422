import { broadcast } from "./broadcast";
import { personRoom } from "./rooms";

/** A notification as sockets get it; it must fit 8,000 bytes with its envelope. */
export interface LiveNotification {
  _id: string;
  title: string;
  description: string;
  date: string;
  seen: boolean;
  type: string;
  link: string | null;
  audience: string;
  /** It reports a failure or a limit, and is shown as a warning. Sent with the live event only, not stored. */
  tone?: "warning";
}

/** Shows a notification to everybody who is in the team's room, on every process. */
export const notifyTeam = (teamId: string, notification: LiveNotification): Promise<void> =>
  broadcast({ kind: "notification", room: teamId, notification });

/** Shows a notification to one account wherever it is connected. */
export const notifyAccount = (accountId: string, notification: LiveNotification): Promise<void> =>
  broadcast({ kind: "notification", room: personRoom(accountId), notification });

/** Tells an account's other pages what it has seen. */
export const showSeen = (accountId: string, notificationIds: string[]): Promise<void> =>
  broadcast({ kind: "notifications_seen", room: personRoom(accountId), notificationIds });

/** Tells an account's other pages how it rates a message. Without the reason: what is broadcast must stay short. */
export const showRating = (
  accountId: string,
  sessionId: string,
  rating: { messageId: string; value: number | null },
): Promise<void> => {
  const event = { sessionId, seq: null, kind: "feedback", body: rating, at: new Date().toISOString() };
  return broadcast({ kind: "session_event", room: personRoom(accountId), event });
};
