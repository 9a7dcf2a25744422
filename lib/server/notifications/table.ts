import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { notificationTypes } from "@/lib/constants/notifications";
import { accounts } from "../accounts/table";
import { at } from "../db/columns";
import { invites } from "../invites/table";
import { sessions } from "../sessions/table";

/** To one account, or to everybody in a team. They go with the invite or the session that they are about. */
export const notifications = pgTable(
  "notifications",
  {
    id: text().primaryKey(),
    /** Null: for everybody in the team. */
    accountId: text().references(() => accounts.id, { onDelete: "cascade" }),
    /** Only who is in it sees it; null: the account does, whatever it is in. */
    teamId: text(),
    /** A newer one of the same key takes this one's place. */
    key: text().notNull(),
    type: text({ enum: notificationTypes }).notNull(),
    title: text().notNull(),
    /** Markdown. */
    description: text().notNull(),
    /** A path of this server; sealed with this row's id where it carries a token. */
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

/** Who has seen which. */
export const notificationsSeen = pgTable(
  "notifications_seen",
  {
    notificationId: text()
      .notNull()
      .references(() => notifications.id, { onDelete: "cascade" }),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    date: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.accountId] }),
    index("notifications_seen_account").on(t.accountId),
  ],
);
