import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts, tokens } from "../accounts/table";
import { apps } from "../apps/table";
import { at } from "../db/columns";
import { teams } from "../teams/table";

/** What was used of a limit since its time began; after that time it counts from nothing. */
const counted = () => ({
  dayBegan: at().notNull().defaultNow(),
  dayMessages: integer().notNull().default(0),
  hourBegan: at().notNull().defaultNow(),
  hourSessions: integer().notNull().default(0),
});

/** An address by which visitors reach an app; whom it lets in is told by the app's sharing alone. */
export const shareLinks = pgTable(
  "share_links",
  {
    /** The unguessable part of the address. */
    id: text().primaryKey(),
    teamId: text()
      .notNull()
      .references(() => teams.id),
    /** Null until the app that it was made for is stored. */
    appId: text().references(() => apps.id, { onDelete: "cascade" }),
    createdBy: text(),
    /** Null: never. */
    expires: at(),
    /** Messages a day of one visitor, and of all. */
    visitorMessages: integer().notNull(),
    linkMessages: integer().notNull(),
    ...counted(),
    messageCount: integer().notNull().default(0),
    sessionCount: integer().notNull().default(0),
    lastUsed: at(),
    dateCreated: at().notNull().defaultNow(),
    dateUpdated: at().notNull().defaultNow(),
  },
  (t) => [index("share_links_team").on(t.teamId, t.dateCreated, t.id), index("share_links_app").on(t.appId)],
);

/** Somebody in one browser who came by one link. Of their token only the SHA-256 is stored. */
export const shareVisitors = pgTable(
  "share_visitors",
  {
    id: text().primaryKey(),
    /** Null once the token has ended; the row stays for what was begun by it. */
    hash: text(),
    shareId: text()
      .notNull()
      .references(() => shareLinks.id, { onDelete: "cascade" }),
    /**
     * Who was signed in when they came: what they have begun is theirs in later sessions and other browsers too. Null for an
     * anonymous visit, and once they were removed from the team.
     */
    accountId: text().references(() => accounts.id, { onDelete: "cascade" }),
    /** The account's session in which they came: the token of somebody who was signed in ends with it. */
    tokenId: text().references(() => tokens.id, { onDelete: "set null" }),
    ...counted(),
    lastUsed: at().notNull().defaultNow(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("share_visitors_hash").on(t.hash),
    index("share_visitors_share").on(t.shareId),
    index("share_visitors_account").on(t.accountId),
    index("share_visitors_token").on(t.tokenId),
    index("share_visitors_used").on(t.lastUsed),
  ],
);
