import { eq } from "drizzle-orm";
import type { Db, Tx } from "../db/client";
import { invalidField } from "../http/errors";
import { teams } from "../teams/table";
import { modelOf } from "./queries";

/** The ids of the team's default models. */
interface Defaults {
  llm: string | null;
  embedding: string | null;
}

export async function defaultModels(db: Pick<Db, "select">, teamId: string): Promise<Defaults> {
  const [team] = await db.select({ defaults: teams.defaultModels }).from(teams).where(eq(teams.id, teamId));
  return team?.defaults ?? { llm: null, embedding: null };
}

/** The team's row first, then the model's: the order of everyone who needs both. */
export async function lockDefaults(tx: Tx, teamId: string): Promise<Defaults> {
  const [team] = await tx
    .select({ defaults: teams.defaultModels })
    .from(teams)
    .where(eq(teams.id, teamId))
    .for("no key update");
  return team?.defaults ?? { llm: null, embedding: null };
}

const storeDefaults = (tx: Tx, teamId: string, defaultModels: Defaults) =>
  tx.update(teams).set({ defaultModels }).where(eq(teams.id, teamId));

export async function setDefaultModel(
  db: Db,
  teamId: string,
  modelType: "llm" | "embedding",
  modelId: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const defaults = await lockDefaults(tx, teamId);
    if (modelId && (await modelOf(tx, teamId, modelId)).modelType !== modelType)
      throw invalidField("modelId", `This is not ${modelType === "llm" ? "a chat" : "an embedding"} model.`);
    await storeDefaults(tx, teamId, { ...defaults, [modelType]: modelId });
  });
}

/** A model that goes is no default any more. */
export async function forgetDefault(tx: Tx, teamId: string, modelId: string): Promise<void> {
  const { llm, embedding } = await lockDefaults(tx, teamId);
  if (llm !== modelId && embedding !== modelId) return;
  const kept = { llm: llm === modelId ? null : llm, embedding: embedding === modelId ? null : embedding };
  await storeDefaults(tx, teamId, kept);
}
