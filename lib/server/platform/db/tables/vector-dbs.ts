import { index, pgTable, text } from "drizzle-orm/pg-core";
import { addedVectorDbTypes } from "@/lib/constants/vectordbs";
import { resourceColumns } from "./resource-columns";

/** Added vector databases: the built-in one has no row. */
export const vectorDbs = pgTable(
  "vector_dbs",
  {
    ...resourceColumns(),
    type: text({ enum: addedVectorDbTypes }).notNull(),
    url: text().notNull(),
    /** Sealed with this row's id; null when the server requires none. */
    apiKey: text(),
  },
  (t) => [index("vector_dbs_team").on(t.teamId, t.dateCreated, t.id)],
);
