import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at } from "./columns";

/**
 * Sessions open per account and process; without an account (an empty text) for visitors. The migration makes the table unlogged: after a crash nothing is open, and rows of a
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

/** Messages to all processes, kept for those that were not listening. */
export const storedMessages = pgTable(
  "stored_messages",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    sender: text().notNull(),
    channel: text().notNull(),
    text: text().notNull(),
    at: at().notNull().defaultNow(),
  },
  (t) => [index("stored_messages_at").on(t.at)],
);

/** Processes that others can reach, with their URLs. */
export const processes = pgTable("processes", {
  id: text().primaryKey(),
  url: text().notNull(),
  until: at().notNull(),
});
