import { isNotNull } from "drizzle-orm";
import { bigint, doublePrecision, index, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "../db/columns";

/** One row a call of a model. It outlives session, app and model: what was spent stays counted. */
export const modelCalls = pgTable(
  "model_calls",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    teamId: text().notNull(),
    runId: text().notNull(),
    appId: text(),
    modelId: text(),
    accountId: text(),
    /** The API key whose call started the run. */
    keyId: text(),
    inputTokens: bigint({ mode: "number" }).notNull(),
    outputTokens: bigint({ mode: "number" }).notNull(),
    /** US dollars; null where the price or the provider's count was not known. */
    costUsd: doublePrecision(),
    at: at().notNull().defaultNow(),
  },
  (t) => [
    index("model_calls_team").on(t.teamId, t.at),
    index("model_calls_key").on(t.keyId, t.at).where(isNotNull(t.keyId)),
  ],
);
