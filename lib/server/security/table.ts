import { boolean, index, pgTable, primaryKey, text, timestamp, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { accountEventKinds } from "@/lib/constants/account-events";
import { oauthProviders } from "@/lib/constants/oauth";
import { accounts } from "../accounts/table";

const at = () => timestamp({ withTimezone: true });
const ofAccount = () =>
  text()
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" });

/** What was changed about an account's security, and from where: for its owner. */
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

/** Browsers and addresses from which an account has signed in: guesses of others do not keep it out there. */
export const knownSources = pgTable(
  "known_sources",
  {
    accountId: ofAccount(),
    /** A keyed hash: of the browser's own cookie, or of the address. */
    key: text().notNull(),
    lastUsed: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index("known_sources_used").on(t.lastUsed)],
);

/** A change of an account's e-mail address, until both addresses have confirmed it. */
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

/** An account of a provider by which somebody signs in. */
export const accountLinks = pgTable(
  "account_links",
  {
    provider: text({ enum: oauthProviders }).notNull(),
    /** The provider's own id of the person, which outlives their address. */
    subject: text().notNull(),
    accountId: ofAccount(),
    /** As the provider said it when it was linked. */
    email: text().notNull(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.subject] }),
    unique("account_links_account").on(t.accountId, t.provider),
  ],
);
