import { index, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { at, belongsTo } from "./columns";
import { orgs, teams } from "./teams";

/** Pending invitations. Accepting moves the row to the used ones. */
export const invites = pgTable(
  "invites",
  {
    id: text().primaryKey(),
    orgId: belongsTo(() => orgs.id),
    /** Null for an invite to the organization only. */
    teamId: text().references(() => teams.id, { onDelete: "cascade" }),
    /** Lower-case. */
    email: text().notNull(),
    name: text().notNull(),
    role: text({ enum: ["Team Member", "Team Admin", "Org Member", "Org Admin"] }).notNull(),
    /** An account's id, kept after its deletion. */
    invitedBy: text().notNull(),
    /** SHA-256 of the mailed token, which proves the address, and of the token for the inviter to share. */
    mailHash: text().notNull(),
    linkHash: text().notNull(),
    dateCreated: at().notNull().defaultNow(),
    expires: at().notNull(),
  },
  (t) => [
    unique("invites_place").on(t.orgId, t.teamId, t.email).nullsNotDistinct(),
    uniqueIndex("invites_mail").on(t.mailHash),
    uniqueIndex("invites_link").on(t.linkHash),
    index("invites_team").on(t.teamId),
  ],
);

/** Accepted invites, so that opening the link again has a clear result until its expiry. */
export const usedInvites = pgTable("used_invites", {
  /** The invite's. */
  id: text().primaryKey(),
  /** Null: the organization only. */
  teamId: text().references(() => teams.id, { onDelete: "cascade" }),
  mailHash: text().notNull().unique("used_invites_mail"),
  linkHash: text().notNull().unique("used_invites_link"),
  expires: at().notNull(),
});
