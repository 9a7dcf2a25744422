import { index, pgTable, text } from "drizzle-orm/pg-core";
import { addedVectorDbTypes } from "@/lib/constants/vectordbs";
import { resourceColumns } from "../db/columns";

/** Those that people have added: the built-in one has no row. */
export const vectorDbs = pgTable(
  "vector_dbs",
  {
    ...resourceColumns(),
    type: text({ enum: addedVectorDbTypes }).notNull(),
    url: text().notNull(),
    /** Sealed with this row's id; null where the server asks for none. */
    apiKey: text(),
  },
  (t) => [index("vector_dbs_team").on(t.teamId, t.dateCreated, t.id)],
);
