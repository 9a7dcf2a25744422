import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { resourceColumns } from "./resource-columns";

export const assets = pgTable(
  "assets",
  {
    ...resourceColumns(),
    /** Random file name under /static. `name` is the original one. */
    filename: text().notNull(),
    mimeType: text().notNull(),
    size: integer().notNull(),
  },
  (t) => [index("assets_team").on(t.teamId), index("assets_filename").on(t.filename)],
);
