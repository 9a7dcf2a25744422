import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { at, belongsTo } from "./columns";

/** Only the SHA-256 of a key's secret is stored. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: text().primaryKey(),
    accountId: belongsTo(() => accounts.id),
    name: text().notNull(),
    description: text().notNull(),
    hash: text().notNull(),
    prefix: text().notNull(),
    /** Null: never. */
    expires: at(),
    lastUsed: at(),
    /** Null: all current teams of the owner. */
    teamIds: text().array(),
    permissions: integer().array().notNull(),
    /** The organizations whose identity provider had signed in the session that created the secret; null: none. */
    ssoOrgIds: text().array(),
    dateCreated: at().notNull().defaultNow(),
    /** When the secret was created. */
    dateUpdated: at().notNull().defaultNow(),
  },
  (t) => [uniqueIndex("api_keys_hash").on(t.hash), index("api_keys_account").on(t.accountId, t.dateCreated, t.id)],
);
