import { boolean, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { resourceColumns } from "./resource-columns";

export const variables = pgTable(
  "variables",
  {
    ...resourceColumns(),
    description: text().notNull().default(""),
    /** Sealed with this row's id if secret; empty: none. */
    defaultValue: text().notNull().default(""),
    secret: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex("variables_name").on(t.teamId, t.name),
    index("variables_team").on(t.teamId, t.dateCreated, t.id),
  ],
);
