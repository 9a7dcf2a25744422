import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at } from "./columns";

/**
 * Sessions open per account and process. The migration makes the table unlogged: after a crash nothing is open, and rows of a
 * killed process expire at `until`.
 */
export const sessionWatchers = pgTable(
  "session_watchers",
  {
    processId: text().notNull(),
    sessionId: text().notNull(),
    accountId: text().notNull(),
    until: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.accountId, t.processId] }),
    index("session_watchers_until").on(t.until),
  ],
);
