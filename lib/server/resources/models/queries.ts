import { and, eq, sql } from "drizzle-orm";
import type { ProviderId } from "@/lib/constants/providers";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { modelSchema } from "@/lib/contract/models/schemas";
import { selectEditorName } from "../../access/accounts/service";
import { toModelConfig } from "../../engine/models/callable";
import { maskConfig } from "../../engine/models/config";
import { type ConnectedModel, isProviderOfModel } from "../../engine/models/find-model";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { models } from "../../platform/db/tables/models";
import { providers } from "../../platform/db/tables/providers";
import { notFound } from "../../platform/errors/errors";
import { countUsers } from "../references/select-users";

type Filter = { modelType?: "llm" | "embedding"; type?: ProviderId; providerId?: string };

const selectView = (db: Reader) =>
  db
    .select({
      model: models,
      provider: providers,
      /** Number of agents that use a chat model, or of data sources that use an embedding model. */
      usedBy: sql<number>`case ${models.modelType} when 'llm' then ${countUsers("agent", "model")} else ${countUsers("datasource", "model")} end`,
      updatedByName: selectEditorName(models),
    })
    .from(models)
    .leftJoin(providers, isProviderOfModel);
type ViewRow = Awaited<ReturnType<typeof selectView>>[number];

/** Returns the model with its computed columns. */
export async function getModelForView(db: Reader, teamId: string, id: string): Promise<ViewRow> {
  const [row] = await selectView(db).where(and(eq(models.teamId, teamId), eq(models.id, id)));
  if (!row) throw notFound("This model");
  return row;
}

const readPage = defineTeamList<Filter>()(
  {
    columns: models,
    matches: ({ modelType, type, providerId }) =>
      and(
        modelType && eq(models.modelType, modelType),
        type && eq(models.type, type),
        providerId && eq(models.providerId, providerId),
      ),
  },
  (db, _given, page) => onPage(selectView(db), page),
  ({ model }) => model.id,
);

export const listModels = (db: Reader, teamId: string, query: ListQuery & Filter) => readPage(db, { ...query, teamId });

/** The model as returned by the API, with masked secrets. */
export function toModelView(row: ConnectedModel & Partial<ViewRow>) {
  const { model, provider, usedBy = 0, updatedByName = null } = row;
  const type = model.type as ProviderId;
  const config = maskConfig(type, toModelConfig(row));
  const providerName = provider?.name ?? null;
  return pickFields(modelSchema, { ...model, _id: model.id, type, config, providerName, usedBy, updatedByName });
}
