import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { ProviderId } from "@/lib/constants/providers";
import type { ListQuery } from "@/lib/contract/base/fields";
import type { modelSchema } from "@/lib/contract/models/schemas";
import { editorName } from "../../access/accounts/service";
import { maskConfig, mergeConfig, type OpenConfig, openConfig } from "../../engine/models/config";
import { getModel } from "../../engine/models/find-model";
import type { Db, Reader } from "../../platform/db/client";
import { keyset } from "../../platform/db/query/list";
import { models } from "../../platform/db/tables/models";
import { notFound } from "../../platform/errors/errors";
import { countUsers } from "../references/select-users";

type ListModels = ListQuery & { modelType?: "llm" | "embedding"; type?: ProviderId };

const shown = (db: Reader) =>
  db
    .select({
      model: models,
      /** Agents that use it. */
      usedBy: countUsers("agent", "model"),
      updatedByName: editorName(models),
    })
    .from(models);
export type ShownModel = Awaited<ReturnType<typeof shown>>[number];

/** Returns the model with its computed columns. */
export async function getModelForView(db: Reader, teamId: string, id: string): Promise<ShownModel> {
  const [row] = await shown(db).where(and(eq(models.teamId, teamId), eq(models.id, id)));
  if (!row) throw notFound("This model");
  return row;
}

export async function listModels(db: Db, teamId: string, query: ListModels) {
  const { where, order, limit, takePage: cut } = keyset(db, models, teamId, query);
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

/** The model as returned by the API, with masked secrets. */
export function modelView(
  teamId: string,
  { model: row, usedBy = 0, updatedByName = null }: Pick<ShownModel, "model"> & Partial<ShownModel>,
): z.input<typeof modelSchema> {
  const type = row.type as ProviderId;
  const {
    id,
    name,
    model,
    modelType,
    embeddingLength,
    contextWindow,
    knowledgeCutoff,
    inputPrice,
    outputPrice,
    params,
    version,
    dateCreated,
    dateUpdated,
  } = row;
  const config = maskConfig(type, openConfig(teamId, row));
  return {
    _id: id,
    name,
    type,
    model,
    modelType,
    embeddingLength,
    contextWindow,
    knowledgeCutoff,
    inputPrice,
    outputPrice,
    params,
    config,
    usedBy,
    updatedByName,
    version,
    dateCreated,
    dateUpdated,
  };
}

/** The config for a test without saving: the form's, with stored secrets in place of masks. */
export async function configForTest(
  db: Db,
  teamId: string,
  form: { type: ProviderId; config: Record<string, unknown>; modelId?: string },
): Promise<OpenConfig> {
  const row = form.modelId ? await getModel(db, teamId, form.modelId) : undefined;
  return mergeConfig(form.type, form.config, row?.type === form.type ? openConfig(teamId, row) : {});
}
