import { isNotNull } from "drizzle-orm";
import { bigint, doublePrecision, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./columns";

/** One row per model call. Remains after its session, app and model are deleted. */
export const modelCalls = pgTable(
  "model_calls",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    teamId: text().notNull(),
    runId: text().notNull(),
    appId: text(),
    modelId: text(),
    /** The agent and the number of its revision; null for managers of processes, previews, indexing and searches. */
    agentId: text(),
    agentRevision: integer(),
    accountId: text(),
    /** The API key that started the run. */
    keyId: text(),
    inputTokens: bigint({ mode: "number" }).notNull(),
    outputTokens: bigint({ mode: "number" }).notNull(),
    /** US dollars; null when the price or the count was unknown. */
    costUsd: doublePrecision(),
    at: at().notNull().defaultNow(),
  },
  (t) => [
    index("model_calls_team").on(t.teamId, t.at),
    index("model_calls_key").on(t.keyId, t.at).where(isNotNull(t.keyId)),
  ],
);
