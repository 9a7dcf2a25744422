import { doublePrecision, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { providers } from "./providers";
import { resourceColumns } from "./resource-columns";

export const models = pgTable(
  "models",
  {
    ...resourceColumns(),
    /** The connection with its credentials; null after the connection was deleted. */
    providerId: text().references(() => providers.id, { onDelete: "set null" }),
    /** The type of provider. It never changes. */
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
    /** What a test has found out; null where it is not tested, or could not tell. */
    capabilities: jsonb().$type<{ tools: boolean | null; structuredOutput: boolean | null }>(),
    /** The fields of the provider that each model has its own of. None is a secret. */
    /** Why its settings were saved although required tests had not passed. */
    override: text(),
    config: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index("models_team").on(t.teamId, t.dateCreated, t.id), index("models_provider").on(t.providerId)],
);
