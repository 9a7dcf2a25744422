import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at } from "../db/columns";

/**
 * Who has which session open on which process. The migration makes the table unlogged: after a crash nobody has anything
 * open, and what a process that was killed has left is over at `until`.
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
