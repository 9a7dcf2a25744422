import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";

/** The number of sessions of an app or agent, except tests. Written by triggers of `sessions`, as changes that are added later. */
export const sessionCounts = pgTable("session_counts", {
  /** The app's or agent's ID. */
  subjectId: text().primaryKey(),
  sessions: bigint({ mode: "number" }).notNull(),
});

/** Changes that are not added to `session_counts` yet, so that concurrent transactions do not wait for a common row. */
export const sessionCountChanges = pgTable(
  "session_count_changes",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    subjectId: text().notNull(),
    change: integer().notNull(),
  },
  (t) => [index("session_count_changes_subject").on(t.subjectId)],
);
