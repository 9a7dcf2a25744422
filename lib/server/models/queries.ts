import { and, asc, count, eq, inArray, or, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { ProviderId } from "@/lib/constants/providers";
import type { UsedBy } from "@/lib/contract/error";
import type { ListQuery } from "@/lib/contract/fields";
import { agents } from "../agents/table";
import type { Db } from "../db/client";
import { keyset, pageOf } from "../db/list";
import { notFound } from "../http/errors";
import { models } from "./table";

export type ModelRow = typeof models.$inferSelect;
type Reader = Pick<Db, "select">;

export async function modelOf(db: Reader, teamId: string, id: string): Promise<ModelRow> {
  const [row] = await db
    .select()
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.id, id)));
  if (!row) throw notFound("This model");
  return row;
}

/** The same, held until the transaction ends. */
export async function lockModel(tx: Reader, teamId: string, id: string): Promise<ModelRow> {
  const [row] = await tx
    .select()
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.id, id)))
    .for("update");
  if (!row) throw notFound("This model");
  return row;
}

type ListModels = ListQuery & { modelType?: "llm" | "embedding"; type?: ProviderId };

export async function listModels(db: Db, teamId: string, query: ListModels) {
  const { where, order, limit } = await keyset(db, models, teamId, query);
  const chosen = and(
    where,
    query.modelType && eq(models.modelType, query.modelType),
    query.type && eq(models.type, query.type),
  );
  return pageOf(
    await db
      .select()
      .from(models)
      .where(chosen)
      .orderBy(...order)
      .limit(limit),
    query.limit,
  );
}

/** How many agents use each model. */
export async function modelUses(db: Db, teamId: string, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  // One look each in the indexes of both columns, where one condition with `or` reads every agent of the team.
  const using = (column: typeof agents.modelId | typeof agents.functionModelId) =>
    db
      .select({ used: sql<string>`${column}`.as("used"), agent: agents.id })
      .from(agents)
      .where(and(eq(agents.teamId, teamId), inArray(column, ids)));
  const found = union(using(agents.modelId), using(agents.functionModelId)).as("found");
  const rows = await db.select({ id: found.used, n: count() }).from(found).groupBy(found.used);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export async function usersOfModel(db: Reader, teamId: string, id: string): Promise<UsedBy> {
  const rows = await db
    .select({ _id: agents.id, name: agents.name })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), or(eq(agents.modelId, id), eq(agents.functionModelId, id))))
    .orderBy(asc(agents.name))
    .limit(50);
  return rows.map((row) => ({ type: "agent", ...row }));
}
