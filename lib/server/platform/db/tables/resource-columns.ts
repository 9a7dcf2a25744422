import { integer, text } from "drizzle-orm/pg-core";
import { at } from "./columns";
import { teams } from "./teams";

/** Common columns of team resources. `version` counts edits; `createdBy` is an account's id, kept after its deletion. */
export const resourceColumns = () => ({
  id: text().primaryKey(),
  teamId: text()
    .notNull()
    .references(() => teams.id),
  name: text().notNull(),
  version: integer().notNull().default(1),
  createdBy: text(),
  /** The last editor; null before the first edit. */
  updatedBy: text(),
  dateCreated: at().notNull().defaultNow(),
  dateUpdated: at().notNull().defaultNow(),
});
