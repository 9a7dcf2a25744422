import { and, eq } from "drizzle-orm";
import type { Reader } from "../../platform/db/client";
import { models } from "../../platform/db/tables/models";
import { notFound } from "../../platform/errors/errors";

export type ModelRow = typeof models.$inferSelect;

export async function getModel(db: Reader, teamId: string, id: string): Promise<ModelRow> {
  const [row] = await db
    .select()
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.id, id)));
  if (!row) throw notFound("This model");
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockModel(tx: Reader, teamId: string, id: string): Promise<ModelRow> {
  const [row] = await tx
    .select()
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.id, id)))
    .for("update");
  if (!row) throw notFound("This model");
  return row;
}
