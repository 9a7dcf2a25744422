/** What a notification is about. */
export const notificationTypes = [
  "datasource",
  "tool",
  "session",
  "team",
  "billing",
  "input_request",
  "apikey",
  "account",
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Notifications that can be muted. Those of invites, permissions, members, plans and security cannot. */
export const mutableNotices = ["run_finished", "run_failed", "run_waits", "limits"] as const;
export type MutableNotice = (typeof mutableNotices)[number];

/** Maximum stored notifications per account and per team; older ones are deleted. */
export const maxNotifications = 500;
export const notificationDays = 90;
/** Unseen notifications returned with the account, newest first. */
export const maxUnseen = 20;
/** Maximum notifications that one call can mark as seen. */
export const maxSeenPerCall = 100;

/** Maximum characters, so that every notification fits into a PostgreSQL NOTIFY payload. */
export const notificationTitleMax = 100;
export const notificationTextMax = 1_000;

/** Days before its expiration when the owner of an API key is notified. */
export const apiKeyWarningDays = 7;
