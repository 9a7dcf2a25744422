import { models as contract } from "@/lib/contract/models/schemas";
import { implement, type TeamCallContext } from "../../access/calls/implement";
import { expectProvider } from "../../access/plans/limits";
import { defaultModels, setDefaultModel } from "../../engine/models/defaults";
import { getModel } from "../../engine/models/find-model";
import { cancelDownload, startDownload, weightsOf } from "../../engine/models/weights/service";
import { changedMeanwhile, checkVersion } from "../../platform/db/query/edit";
import { createModel, deleteModel, duplicateModel, updateModel } from "./actions";
import { check, factsOf } from "./connection";
import { configForTest, getModelForView, listModels, modelView } from "./queries";

async function view(ctx: TeamCallContext, id: string) {
  return modelView(ctx.teamId, await getModelForView(ctx.db, ctx.teamId, id));
}

const added = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/models` });

implement(contract, {
  list: async ({ ctx, query }) => {
    const { rows, next } = await listModels(ctx.db, ctx.teamId, query);
    return { models: rows.map((row) => modelView(ctx.teamId, row)), next };
  },
  get: async ({ ctx, params }) => ({ model: await view(ctx, params.modelId) }),
  defaults: async ({ ctx }) => {
    const { llm, embedding } = await defaultModels(ctx.db, ctx.teamId);
    return { llm: llm ? await view(ctx, llm) : null, embedding: embedding ? await view(ctx, embedding) : null };
  },
  add: async ({ ctx, body }) => added(ctx.teamId, await createModel(ctx.db, ctx, body)),
  test: async ({ ctx, body }) => {
    const { modelType } = factsOf(body);
    await expectProvider(ctx.db, ctx.team.orgId, body.type, modelType);
    const config = await configForTest(ctx.db, ctx.teamId, body);
    return check(body.type, body.model, modelType, config);
  },
  edit: async ({ ctx, params, body: { version, ...sent } }) => {
    const row = await getModel(ctx.db, ctx.teamId, params.modelId);
    checkVersion(row.version, version, "model", modelView(ctx.teamId, { model: row }));
    if (await updateModel(ctx.db, ctx, row, sent)) return {};
    throw changedMeanwhile("model", await view(ctx, row.id));
  },
  weights: async ({ query }) => ({ weights: await weightsOf(query.model) }),
  downloadWeights: async ({ ctx, body }) => {
    await expectProvider(ctx.db, ctx.team.orgId, "fastembed", "embedding");
    await startDownload(ctx.teamId, body.model);
    return { weights: await weightsOf(body.model) };
  },
  cancelDownload: async ({ ctx, body }) => {
    await cancelDownload(ctx.teamId, body.model);
    return { weights: await weightsOf(body.model) };
  },
  duplicate: async ({ ctx, params }) => {
    const row = await getModel(ctx.db, ctx.teamId, params.modelId);
    return added(ctx.teamId, await duplicateModel(ctx.db, ctx, row));
  },
  setDefault: async ({ ctx, body: { modelId, modelType } }) => {
    await setDefaultModel(ctx.db, ctx.teamId, modelType, modelId);
    return {};
  },
  remove: async ({ ctx, params, body }) => {
    await ctx.db.transaction((tx) => deleteModel(tx, ctx, params.modelId, body.force));
    return {};
  },
});
