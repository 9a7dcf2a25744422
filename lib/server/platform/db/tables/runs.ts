import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { at } from "./columns";

/** Worker processes, for monitoring only: leases are on the runs. */
export const workers = pgTable("workers", {
  id: text().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  /** Active runs, and their maximum. */
  active: integer().notNull().default(0),
  maxRuns: integer("runs_most").notNull(),
  dateStarted: at().notNull().defaultNow(),
  lastHeartbeat: timestamp("last_beat", { withTimezone: true }).notNull().defaultNow(),
});
