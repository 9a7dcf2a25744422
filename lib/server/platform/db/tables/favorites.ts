import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { at } from "./columns";
import { teams } from "./teams";

/** What a person marked in a team, for the command palette. */
export const favorites = pgTable(
  "favorites",
  {
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    teamId: text()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    resourceId: text().notNull(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.teamId, t.resourceId] })],
);
