import { and, asc, eq, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ProviderId } from "@/lib/constants/providers";
import type { UsedBy } from "@/lib/contract/error";
import type { ListQuery } from "@/lib/contract/fields";
import { editorName } from "../accounts/service";
import { agents } from "../agents/table";
import { datasourcesOfModel } from "../datasources/service";
import type { Db } from "../db/client";
import { keyset } from "../db/list";
import { subselect } from "../db/subselect";
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

/** One look each in the indexes of both columns, where one condition with `or` reads every agent of the team. */
const using = (column: AnyPgColumn) =>
  sql`select ${agents.id} from ${agents} where ${and(eq(agents.teamId, models.teamId), eq(column, models.id))}`;

const shown = (db: Reader) =>
  db
    .select({
      model: models,
      /** Agents that use it. */
      usedBy: subselect<number>(
        sql`select count(*)::int from (${using(agents.modelId)} union ${using(agents.functionModelId)}) used`,
      ),
      updatedByName: editorName(models),
    })
    .from(models);
export type ShownModel = Awaited<ReturnType<typeof shown>>[number];

/** The model with what a read shows beside it. */
export async function shownModel(db: Reader, teamId: string, id: string): Promise<ShownModel> {
  const [row] = await shown(db).where(and(eq(models.teamId, teamId), eq(models.id, id)));
  if (!row) throw notFound("This model");
  return row;
}

export async function listModels(db: Db, teamId: string, query: ListModels) {
  const { where, order, limit, cut } = keyset(db, models, teamId, query);
  const chosen = and(
    where,
    query.modelType && eq(models.modelType, query.modelType),
    query.type && eq(models.type, query.type),
  );
  const found = await shown(db)
    .where(chosen)
    .orderBy(...order)
    .limit(limit);
  return cut(found, ({ model }) => model.id);
}

export async function usersOfModel(db: Reader, teamId: string, id: string): Promise<UsedBy> {
  const rows = await db
    .select({ _id: agents.id, name: agents.name })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), or(eq(agents.modelId, id), eq(agents.functionModelId, id))))
    .orderBy(asc(agents.name))
    .limit(50);
  return [...rows.map((row) => ({ type: "agent", ...row })), ...(await datasourcesOfModel(db, teamId, id))];
}
