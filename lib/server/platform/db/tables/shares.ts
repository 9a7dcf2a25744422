import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts, tokens } from "./accounts";
import { apps } from "./apps";
import { assets } from "./assets";
import { at, belongsTo } from "./columns";
import { publications } from "./publications";
import { teams } from "./teams";

/** The use of a limit since its window began; it resets after the window. */
const counted = () => ({
  dayBegan: at().notNull().defaultNow(),
  dayMessages: integer().notNull().default(0),
  hourBegan: at().notNull().defaultNow(),
  hourSessions: integer().notNull().default(0),
});

/** A share link; the app's sharing determines whom it admits. */
export const shareLinks = pgTable(
  "share_links",
  {
    /** The unguessable part of the URL. */
    id: text().primaryKey(),
    teamId: text()
      .notNull()
      .references(() => teams.id),
    /** Null until its app is saved. */
    appId: text().references(() => apps.id, { onDelete: "cascade" }),
    /** The publication that embeds the app with it; null for links that are given to people. Its id is the publication's. */
    publicationId: text().references(() => publications.id, { onDelete: "cascade" }),
    createdBy: text(),
    /** Null: never. */
    expires: at(),
    /** Argon2. Null: no password. */
    passwordHash: text(),
    /** How it looks to visitors; null: as its app, in Muster's color. */
    displayName: text(),
    iconId: text().references(() => assets.id, { onDelete: "set null" }),
    /** `#rrggbb`. */
    accent: text(),
    welcomeText: text(),
    /** Messages per day of one visitor, and of all. */
    visitorMessages: integer().notNull(),
    linkMessages: integer().notNull(),
    ...counted(),
    messageCount: integer().notNull().default(0),
    sessionCount: integer().notNull().default(0),
    lastUsed: at(),
    dateCreated: at().notNull().defaultNow(),
    dateUpdated: at().notNull().defaultNow(),
  },
  (t) => [
    index("share_links_team").on(t.teamId, t.dateCreated, t.id),
    index("share_links_app").on(t.appId),
    index("share_links_publication").on(t.publicationId),
  ],
);

/** A visitor: one browser at one link. Only the SHA-256 of the token is stored. */
export const shareVisitors = pgTable(
  "share_visitors",
  {
    id: text().primaryKey(),
    /** Null once the token has ended; the row remains for its conversations. */
    hash: text(),
    shareId: belongsTo(() => shareLinks.id),
    /**
     * The account that was signed in: it can access the conversations from other browsers and sessions. Null for an anonymous
     * visit, and after removal from the team.
     */
    accountId: text().references(() => accounts.id, { onDelete: "cascade" }),
    /** The account's session at the time: the visitor's token ends with it. */
    tokenId: text().references(() => tokens.id, { onDelete: "set null" }),
    /** The person as the embedding website signs them: they can access the conversations from other browsers. */
    subject: text(),
    /** When the token of such a person ends; null: with the visitor's own lifetime. */
    expires: at(),
    ...counted(),
    lastUsed: at().notNull().defaultNow(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("share_visitors_hash").on(t.hash),
    index("share_visitors_share").on(t.shareId),
    index("share_visitors_account").on(t.accountId),
    index("share_visitors_subject").on(t.shareId, t.subject),
    index("share_visitors_token").on(t.tokenId),
    index("share_visitors_used").on(t.lastUsed),
  ],
);
