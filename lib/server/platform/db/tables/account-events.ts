import { boolean, index, pgTable, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { accountEventKinds } from "@/lib/constants/account-events";
import { oauthProviders } from "@/lib/constants/oauth";
import { accounts } from "./accounts";
import { at, belongsTo } from "./columns";

const ofAccount = () => belongsTo(() => accounts.id);

/** Security-related changes of an account, with their origin. */
export const accountEvents = pgTable(
  "account_events",
  {
    id: text().primaryKey(),
    accountId: ofAccount(),
    kind: text({ enum: accountEventKinds }).notNull(),
    /** E.g. the provider, or the new address. */
    detail: text(),
    address: text().notNull(),
    userAgent: text().notNull(),
    date: at().notNull().defaultNow(),
  },
  (t) => [index("account_events_account").on(t.accountId, t.date, t.id), index("account_events_date").on(t.date)],
);

/** Browsers and addresses from which an account has signed in: others' failed attempts do not lock them out. */
export const knownSources = pgTable(
  "known_sources",
  {
    accountId: ofAccount(),
    /** Keyed hash of the browser's cookie, or of the address. */
    key: text().notNull(),
    lastUsed: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index("known_sources_used").on(t.lastUsed)],
);

/** A pending change of an account's email, until both addresses have confirmed it. */
export const emailChanges = pgTable(
  "email_changes",
  {
    accountId: text()
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    email: text().notNull(),
    newHash: text().notNull(),
    oldHash: text().notNull(),
    newConfirmed: boolean().notNull().default(false),
    oldConfirmed: boolean().notNull().default(false),
    expires: at().notNull(),
  },
  (t) => [uniqueIndex("email_changes_new").on(t.newHash), uniqueIndex("email_changes_old").on(t.oldHash)],
);

/** A linked account of an OAuth provider. */
export const accountLinks = pgTable(
  "account_links",
  {
    provider: text({ enum: oauthProviders }).notNull(),
    /** The provider's user id, which remains when the address changes. */
    subject: text().notNull(),
    accountId: ofAccount(),
    /** The address at the time of linking. */
    email: text().notNull(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.subject] }),
    unique("account_links_account").on(t.accountId, t.provider),
  ],
);
