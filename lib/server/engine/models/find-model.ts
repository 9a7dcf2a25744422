import { and, eq, inArray } from "drizzle-orm";
import type { Reader } from "../../platform/db/client";
import { models } from "../../platform/db/tables/models";
import { providers } from "../../platform/db/tables/providers";
import { notFound } from "../../platform/errors/errors";

export type ModelRow = typeof models.$inferSelect;
export type ProviderRow = typeof providers.$inferSelect;

/** A model with the connection that has its credentials; null after that was deleted. */
export interface ConnectedModel {
  model: ModelRow;
  provider: ProviderRow | null;
}

/** Joins a model's connection. */
export const isProviderOfModel = and(eq(providers.teamId, models.teamId), eq(providers.id, models.providerId));

export async function getModel(db: Reader, teamId: string, id: string): Promise<ConnectedModel> {
  const [row] = await findConnectedModels(db, teamId, [id]);
  if (!row) throw notFound("This model");
  return row;
}

/** Those of the models that the team has, in no order. */
export async function findConnectedModels(db: Reader, teamId: string, ids: string[]): Promise<ConnectedModel[]> {
  if (ids.length === 0) return [];
  return db
    .select({ model: models, provider: providers })
    .from(models)
    .leftJoin(providers, isProviderOfModel)
    .where(and(eq(models.teamId, teamId), inArray(models.id, ids)));
}

/** Locks a model until the transaction ends. */
export async function lockModel(tx: Reader, teamId: string, id: string): Promise<ModelRow> {
  const [row] = await tx
    .select()
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.id, id)))
    .for("update");
  if (!row) throw notFound("This model");
  return row;
}

export async function getProvider(db: Reader, teamId: string, id: string): Promise<ProviderRow> {
  const [row] = await db
    .select()
    .from(providers)
    .where(and(eq(providers.teamId, teamId), eq(providers.id, id)));
  if (!row) throw notFound("This provider");
  return row;
}
