import { jsonb, pgTable, text } from "drizzle-orm/pg-core";

/** Settings of the whole installation, such as the check value of its secret. */
export const settings = pgTable("settings", {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
});
