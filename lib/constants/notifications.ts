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

/** What an account can do without being told. Of invites, rights, members, plans and security everybody is told. */
export const mutableNotices = ["run_finished", "run_failed", "run_waits", "limits"] as const;
export type MutableNotice = (typeof mutableNotices)[number];

/** Of an account, and of a team: older ones are removed. */
export const notificationsMost = 500;
export const notificationDays = 90;
/** Those that come with the account: unseen, newest first. */
export const unseenMost = 20;
/** Marked as seen by one call. */
export const seenAtOnceMost = 100;

/** Characters. With them a notification fits what PostgreSQL carries to other processes, whatever they are. */
export const notificationTitleMax = 100;
export const notificationTextMax = 1_000;

/** Before an API key runs out, its owner is told. */
export const apiKeyWarningDays = 7;
