import { models as contract } from "@/lib/contract/models/schemas";
import { implement, type TeamCallContext } from "../../access/calls/implement";
import { checkOrgProvider } from "../../access/plans/limits";
import { getDefaultModels, setDefaultModel } from "../../engine/models/defaults";
import { getModel } from "../../engine/models/find-model";
import { cancelDownload, getWeights, startDownload } from "../../engine/models/weights/service";
import { changedMeanwhile, checkVersion } from "../../platform/db/query/edit";
import { createModel, deleteModel, duplicateModel, updateModel } from "./actions";
import { check, completeFacts } from "./connection";
import { buildTestConfig, getModelForView, listModels, toModelView } from "./queries";

async function view(ctx: TeamCallContext, id: string) {
  return toModelView(ctx.teamId, await getModelForView(ctx.db, ctx.teamId, id));
}

const createdResponse = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/models` });

implement(contract, {
  list: async ({ ctx, query }) => {
    const { rows, next } = await listModels(ctx.db, ctx.teamId, query);
    return { models: rows.map((row) => toModelView(ctx.teamId, row)), next };
  },
  get: async ({ ctx, params }) => ({ model: await view(ctx, params.modelId) }),
  defaults: async ({ ctx }) => {
    const { llm, embedding } = await getDefaultModels(ctx.db, ctx.teamId);
    return { llm: llm ? await view(ctx, llm) : null, embedding: embedding ? await view(ctx, embedding) : null };
  },
  add: async ({ ctx, body }) => createdResponse(ctx.teamId, await createModel(ctx, body)),
  test: async ({ ctx, body }) => {
    const { modelType } = completeFacts(body);
    await checkOrgProvider(ctx.db, ctx.team.orgId, body.type, modelType);
    const config = await buildTestConfig(ctx.db, ctx.teamId, body);
    return check(body.type, body.model, modelType, config);
  },
  edit: async ({ ctx, params, body: { version, ...sent } }) => {
    const row = await getModel(ctx.db, ctx.teamId, params.modelId);
    checkVersion(row.version, version, "model", toModelView(ctx.teamId, { model: row }));
    if (await updateModel(ctx, row, sent)) return {};
    throw changedMeanwhile("model", await view(ctx, row.id));
  },
  weights: async ({ query }) => ({ weights: await getWeights(query.model) }),
  downloadWeights: async ({ ctx, body }) => {
    await checkOrgProvider(ctx.db, ctx.team.orgId, "fastembed", "embedding");
    await startDownload(ctx.teamId, body.model);
    return { weights: await getWeights(body.model) };
  },
  cancelDownload: async ({ ctx, body }) => {
    await cancelDownload(ctx.teamId, body.model);
    return { weights: await getWeights(body.model) };
  },
  duplicate: async ({ ctx, params }) => {
    const row = await getModel(ctx.db, ctx.teamId, params.modelId);
    return createdResponse(ctx.teamId, await duplicateModel(ctx, row));
  },
  setDefault: async ({ ctx, body: { modelId, modelType } }) => {
    await ctx.write((tx) => setDefaultModel(tx, ctx.teamId, modelType, modelId));
    return {};
  },
  remove: async ({ ctx, params, body }) => {
    await ctx.write((tx) => deleteModel(tx, ctx, params.modelId, body.force));
    return {};
  },
});
