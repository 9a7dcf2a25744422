import { boolean, index, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

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
    dateCreated: at().notNull().defaultNow(),
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
    purpose: text({ enum: ["session", "verify", "reset"] }).notNull(),
    accountId: text().references(() => accounts.id, { onDelete: "cascade" }),
    /** A session's csrf token; a mail token's payload. */
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
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
