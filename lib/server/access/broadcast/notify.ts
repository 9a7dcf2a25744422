import type { SessionEvent } from "@/lib/contract/session-events/events";
import { afterCommit } from "../../platform/db/after-commit";
import type { Tx } from "../../platform/db/client";
import { broadcast } from "./broadcast";
import { personRoom } from "./rooms";

/** A notification for sockets; with its envelope it must fit into 8,000 bytes. */
export interface LiveNotification {
  _id: string;
  title: string;
  description: string;
  date: string;
  seen: boolean;
  type: string;
  link: string | null;
  audience: string;
  /** Shown as a warning. Part of the live event only, not stored. */
  tone?: "warning";
}

/** Shows a notification to everyone in the team's room, on every process. */
export const notifyTeam = (teamId: string, notification: LiveNotification): Promise<void> =>
  broadcast({ kind: "notification", room: teamId, notification });

/** Shows a notification to one account wherever it is connected. */
export const notifyAccount = (accountId: string, notification: LiveNotification): Promise<void> =>
  broadcast({ kind: "notification", room: personRoom(accountId), notification });

/** Tells the team's pages that its open input requests have changed, after the commit. */
export const publishInboxChange = (tx: Tx, teamId: string): void =>
  afterCommit(tx, () => broadcast({ kind: "inbox_changed", room: teamId }));

/** Notifies an account's other pages of seen notifications. */
export const publishSeen = (accountId: string, notificationIds: string[]): Promise<void> =>
  broadcast({ kind: "notifications_seen", room: personRoom(accountId), notificationIds });

/** Notifies an account's other pages of its rating of a message. Without the reason, to stay short. */
export const publishRating = (
  accountId: string,
  sessionId: string,
  rating: { messageId: string; value: number | null },
): Promise<void> => {
  const event: SessionEvent = { sessionId, seq: null, kind: "feedback", body: rating, at: new Date().toISOString() };
  return broadcast({ kind: "session_event", room: personRoom(accountId), event });
};
