import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { at, belongsTo } from "./columns";
import { teams } from "./teams";

/** What a person marked in a team, for the command palette. */
export const favorites = pgTable(
  "favorites",
  {
    accountId: belongsTo(() => accounts.id),
    teamId: belongsTo(() => teams.id),
    resourceId: text().notNull(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.teamId, t.resourceId] })],
);
