import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "../accounts/table";
import { at } from "../db/columns";

/** Of a key's secret only the SHA-256 is stored. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: text().primaryKey(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text().notNull(),
    description: text().notNull(),
    hash: text().notNull(),
    prefix: text().notNull(),
    /** Null: never. */
    expires: at(),
    lastUsed: at(),
    /** Null: all of the owner's at the time. */
    teamIds: text().array(),
    permissions: integer().array().notNull(),
    dateCreated: at().notNull().defaultNow(),
    /** When the secret was made. */
    dateUpdated: at().notNull().defaultNow(),
  },
  (t) => [uniqueIndex("api_keys_hash").on(t.hash), index("api_keys_account").on(t.accountId, t.dateCreated, t.id)],
);
