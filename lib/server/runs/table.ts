import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "../db/columns";

/** Processes that work runs, for whoever looks after the server. Nothing is decided by it: leases are the runs' own. */
export const workers = pgTable("workers", {
  id: text().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  /** Runs under way, and how many it takes at most. */
  active: integer().notNull().default(0),
  runsMost: integer().notNull(),
  dateStarted: at().notNull().defaultNow(),
  lastBeat: at().notNull().defaultNow(),
});
