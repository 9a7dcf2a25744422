import { eq } from "drizzle-orm";
import type { Reader, Tx } from "../../platform/db/client";
import { teams } from "../../platform/db/tables/teams";
import { invalidField } from "../../platform/errors/errors";
import { getModel } from "./find-model";

/** The ids of the team's default models. */
interface Defaults {
  llm: string | null;
  embedding: string | null;
}

export async function getDefaultModels(db: Reader, teamId: string): Promise<Defaults> {
  const [team] = await db.select({ defaults: teams.defaultModels }).from(teams).where(eq(teams.id, teamId));
  return team?.defaults ?? { llm: null, embedding: null };
}

/** Locks the team's row before the model's: the order of all code that locks both. */
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
  tx: Tx,
  teamId: string,
  modelType: "llm" | "embedding",
  modelId: string | null,
): Promise<void> {
  const defaults = await lockDefaults(tx, teamId);
  if (modelId && (await getModel(tx, teamId, modelId)).model.modelType !== modelType)
    throw invalidField("modelId", `This isn't ${modelType === "llm" ? "a chat" : "an embedding"} model.`);
  await storeDefaults(tx, teamId, { ...defaults, [modelType]: modelId });
}

/** Clears the default when its model is deleted. */
export async function clearDefault(tx: Tx, teamId: string, modelId: string): Promise<void> {
  const { llm, embedding } = await lockDefaults(tx, teamId);
  if (llm !== modelId && embedding !== modelId) return;
  const remaining = { llm: llm === modelId ? null : llm, embedding: embedding === modelId ? null : embedding };
  await storeDefaults(tx, teamId, remaining);
}
