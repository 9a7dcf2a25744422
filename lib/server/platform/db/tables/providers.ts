import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { resourceColumns } from "./resource-columns";

/** Connections to model providers: credentials that several models use. */
export const providers = pgTable(
  "providers",
  {
    ...resourceColumns(),
    /** One of the provider types. */
    type: text().notNull(),
    /** Credential fields; secret ones sealed with this row's id. */
    config: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index("providers_team").on(t.teamId, t.dateCreated, t.id)],
);
