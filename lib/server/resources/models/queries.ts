import { and, eq, sql } from "drizzle-orm";
import type { ProviderId } from "@/lib/constants/providers";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { modelSchema } from "@/lib/contract/models/schemas";
import { selectEditorName } from "../../access/accounts/service";
import { type DecryptedConfig, decryptConfig, maskConfig, mergeConfig } from "../../engine/models/config";
import { getModel } from "../../engine/models/find-model";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { models } from "../../platform/db/tables/models";
import { notFound } from "../../platform/errors/errors";
import { countUsers } from "../references/select-users";

type Filter = { modelType?: "llm" | "embedding"; type?: ProviderId };

const selectView = (db: Reader) =>
  db
    .select({
      model: models,
      /** Number of agents that use a chat model, or of data sources that use an embedding model. */
      usedBy: sql<number>`case ${models.modelType} when 'llm' then ${countUsers("agent", "model")} else ${countUsers("datasource", "model")} end`,
      updatedByName: selectEditorName(models),
    })
    .from(models);
export type ViewRow = Awaited<ReturnType<typeof selectView>>[number];

/** Returns the model with its computed columns. */
export async function getModelForView(db: Reader, teamId: string, id: string): Promise<ViewRow> {
  const [row] = await selectView(db).where(and(eq(models.teamId, teamId), eq(models.id, id)));
  if (!row) throw notFound("This model");
  return row;
}

const readPage = defineTeamList<Filter>()(
  {
    columns: models,
    matches: ({ modelType, type }) => and(modelType && eq(models.modelType, modelType), type && eq(models.type, type)),
  },
  (db, _given, page) => onPage(selectView(db), page),
  ({ model }) => model.id,
);

export const listModels = (db: Reader, teamId: string, query: ListQuery & Filter) => readPage(db, { ...query, teamId });

/** The model as returned by the API, with masked secrets. */
export function toModelView(
  teamId: string,
  { model: row, usedBy = 0, updatedByName = null }: Pick<ViewRow, "model"> & Partial<ViewRow>,
) {
  const type = row.type as ProviderId;
  const config = maskConfig(type, decryptConfig(teamId, row));
  return pickFields(modelSchema, { ...row, _id: row.id, type, config, usedBy, updatedByName });
}

/** Returns the config to test without saving: the form's, with stored secrets in place of masks. */
export async function buildTestConfig(
  db: Reader,
  teamId: string,
  form: { type: ProviderId; config: Record<string, unknown>; modelId?: string },
): Promise<DecryptedConfig> {
  const row = form.modelId ? await getModel(db, teamId, form.modelId) : undefined;
  return mergeConfig(form.type, form.config, row?.type === form.type ? decryptConfig(teamId, row) : {});
}
