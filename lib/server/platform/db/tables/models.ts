import { doublePrecision, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { resourceColumns } from "./columns";

export const models = pgTable(
  "models",
  {
    ...resourceColumns(),
    /** The provider. */
    type: text().notNull(),
    model: text().notNull(),
    modelType: text({ enum: ["llm", "embedding"] }).notNull(),
    embeddingLength: integer(),
    contextWindow: integer(),
    knowledgeCutoff: text(),
    /** US dollars per million tokens; null is unknown. */
    inputPrice: doublePrecision(),
    outputPrice: doublePrecision(),
    params: jsonb().$type<{ temperature?: number; topP?: number; maxOutputTokens?: number }>().notNull().default({}),
    /** Credential fields; secret ones sealed with this row's id. */
    config: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index("models_team").on(t.teamId, t.dateCreated, t.id)],
);
