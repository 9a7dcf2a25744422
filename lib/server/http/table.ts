import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";

/**
 * Attempts counted by every process. The columns are those of rate-limiter-flexible, in its order; the migration makes the
 * table unlogged, so that counting writes no log and waits for no disk.
 */
export const rateLimits = pgTable("rate_limits", {
  /** A hash: whose attempts they are stands nowhere. */
  key: text().primaryKey(),
  points: integer().notNull(),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: "number" }),
});
