import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { mutableNotices } from "@/lib/constants/notifications";

const at = () => timestamp({ withTimezone: true });

export const accounts = pgTable(
  "accounts",
  {
    id: text().primaryKey(),
    /** Lower-case and unique. */
    email: text().notNull(),
    name: text().notNull(),
    passwordHash: text(),
    emailVerified: boolean().notNull().default(false),
    onboarded: boolean().notNull().default(false),
    /** Set only by the admin command. */
    root: boolean().notNull().default(false),
    currentOrgId: text(),
    currentTeamId: text(),
    /** The authenticator app's secret, sealed with this row's id; without `twoFactorSince` it waits for its first code. */
    totpSecret: text(),
    twoFactorSince: at(),
    /** The newest time step whose code was used: no code works twice. */
    totpStep: integer(),
    /** Hashes of those that are left. */
    recoveryCodes: text().array().notNull().default(sql`'{}'::text[]`),
    /** Kinds of notifications that the account does without. */
    mutedNotices: text({ enum: mutableNotices }).array().notNull().default(sql`'{}'::text[]`),
    dateCreated: at().notNull().defaultNow(),
    /** The row stays, without a name and an address, for what the account has made. */
    dateDeleted: at(),
    /** Closed by whoever runs the server: nobody signs in and nothing is done in its name. */
    dateClosed: at(),
  },
  (t) => [uniqueIndex("accounts_email").on(t.email), index("accounts_created").on(t.dateCreated, t.id)],
);

/** Session tokens and single-use mail tokens; only their SHA-256 is stored. */
export const tokens = pgTable(
  "tokens",
  {
    id: text().primaryKey(),
    hash: text().notNull(),
    purpose: text({ enum: ["session", "verify", "reset", "oauth", "second-step", "grant"] }).notNull(),
    accountId: text().references(() => accounts.id, { onDelete: "cascade" }),
    /** A session's csrf token; where a sign-in elsewhere leads to; what a service grants, sealed. */
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Of a session: the program, by its own words, and the address of its last use. */
    userAgent: text(),
    address: text(),
    dateCreated: at().notNull().defaultNow(),
    lastUsed: at().notNull().defaultNow(),
    expires: at().notNull(),
  },
  (t) => [
    uniqueIndex("tokens_hash").on(t.hash),
    index("tokens_account").on(t.accountId, t.purpose),
    index("tokens_expires").on(t.expires),
  ],
);

/** First answers of calls that carried an Idempotency-Key, kept 24 hours. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    id: text().primaryKey(),
    bodyHash: text().notNull(),
    /** Null while the first call is still being answered. */
    answer: jsonb().$type<{ status: number; body: unknown }>(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [index("idempotency_date").on(t.dateCreated)],
);
