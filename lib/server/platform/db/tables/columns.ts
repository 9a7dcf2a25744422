import { bigint, integer, text, timestamp } from "drizzle-orm/pg-core";
import { teams } from "./teams";

export const at = () => timestamp({ withTimezone: true });
export const count = () => integer().notNull().default(0);
export const byteCount = () => bigint({ mode: "number" }).notNull().default(0);

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
