import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { mutableNotices } from "@/lib/constants/notifications";
import { at } from "./columns";

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
    /** The authenticator app's secret, sealed with this row's id; pending without `twoFactorSince`. */
    totpSecret: text(),
    twoFactorSince: at(),
    /** The last used time step: codes are single-use. */
    totpStep: integer(),
    /** Hashes of the unused ones. */
    recoveryCodes: text().array().notNull().default(sql`'{}'::text[]`),
    /** The organization whose identity provider created the account. */
    createdByOrgId: text(),
    mutedNotices: text({ enum: mutableNotices }).array().notNull().default(sql`'{}'::text[]`),
    dateCreated: at().notNull().defaultNow(),
    /** The row remains as an author, without name and email. */
    dateDeleted: at(),
    /** Closed by the operator: no sign-in, and no actions as this account. */
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
    purpose: text({
      enum: ["session", "verify", "reset", "oauth", "second-step", "grant", "sso", "sso-link"],
    }).notNull(),
    accountId: text().references(() => accounts.id, { onDelete: "cascade" }),
    /** A session's CSRF token and identity providers; the return path of an OAuth flow; a sealed grant. */
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Of a session: the user agent and address of its last use. */
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

/** First responses of calls with an Idempotency-Key, retained for 24 hours. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    id: text().primaryKey(),
    bodyHash: text().notNull(),
    /** Null while the first call is in progress. */
    answer: jsonb().$type<{ status: number; body: unknown }>(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [index("idempotency_date").on(t.dateCreated)],
);
