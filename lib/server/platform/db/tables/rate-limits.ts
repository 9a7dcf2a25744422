import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";

/**
 * Attempts counted by all processes. The columns are those of rate-limiter-flexible, in its order; the migration makes the
 * table unlogged, to avoid WAL and disk writes.
 */
export const rateLimits = pgTable("rate_limits", {
  /** A hash, so that the caller's identity is not stored. */
  key: text().primaryKey(),
  points: integer().notNull(),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: "number" }),
});
