import { pgTable, text } from "drizzle-orm/pg-core";
import { sessions } from "./sessions";

/**
 * The texts of sessions that are searched, written by triggers of `sessions`. Separate, because each event changes the session's
 * row, and PostgreSQL would index its texts again each time. With a trigram index where the extension is available.
 */
export const sessionTexts = pgTable("session_texts", {
  sessionId: text()
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  name: text().notNull(),
  preview: text().notNull(),
});
