import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { notificationTypes } from "@/lib/constants/notifications";
import { accounts } from "./accounts";
import { at, belongsTo } from "./columns";
import { invites } from "./invites";
import { sessions } from "./sessions";

/** A notification for one account or a team. Deleted with its invite or session. */
export const notifications = pgTable(
  "notifications",
  {
    id: text().primaryKey(),
    /** Null: for all team members. */
    accountId: text().references(() => accounts.id, { onDelete: "cascade" }),
    /** Visible to members of the team only; null: to the account anywhere. */
    teamId: text(),
    /** A newer notification with the same key replaces it. */
    key: text().notNull(),
    type: text({ enum: notificationTypes }).notNull(),
    title: text().notNull(),
    /** Markdown. */
    description: text().notNull(),
    /** A path on this server; sealed with this row's id when it contains a token. */
    link: text(),
    inviteId: text().references(() => invites.id, { onDelete: "cascade" }),
    sessionId: text().references(() => sessions.id, { onDelete: "cascade" }),
    date: at().notNull().defaultNow(),
  },
  (t) => [
    unique("notifications_key").on(t.accountId, t.key).nullsNotDistinct(),
    index("notifications_account").on(t.accountId, t.date, t.id),
    index("notifications_team").on(t.teamId, t.date, t.id).where(sql`${t.accountId} is null`),
    index("notifications_date").on(t.date),
    index("notifications_invite").on(t.inviteId),
    index("notifications_session").on(t.sessionId),
  ],
);

export const notificationsSeen = pgTable(
  "notifications_seen",
  {
    notificationId: belongsTo(() => notifications.id),
    accountId: belongsTo(() => accounts.id),
    date: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.accountId] }),
    index("notifications_seen_account").on(t.accountId),
  ],
);
