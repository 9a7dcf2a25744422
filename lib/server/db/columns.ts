import { integer, text, timestamp } from "drizzle-orm/pg-core";
import { teams } from "../teams/table";

export const at = () => timestamp({ withTimezone: true });

/** What every team resource has. `version` counts edits; `createdBy` is an account's id, kept after it is gone. */
export const resourceColumns = () => ({
  id: text().primaryKey(),
  teamId: text()
    .notNull()
    .references(() => teams.id),
  name: text().notNull(),
  version: integer().notNull().default(1),
  createdBy: text(),
  /** Who made the newest edit; null before the first. */
  updatedBy: text(),
  dateCreated: at().notNull().defaultNow(),
  dateUpdated: at().notNull().defaultNow(),
});
