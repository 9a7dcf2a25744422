import { models as contract } from "@/lib/contract/models/schemas";
import { implement, type TeamCallContext } from "../../access/calls/implement";
import { checkOrgProvider } from "../../access/plans/limits";
import { getDefaultModels, setDefaultModel } from "../../engine/models/defaults";
import { getModel } from "../../engine/models/find-model";
import { cancelDownload, getWeights, startDownload } from "../../engine/models/weights/service";
import { changedMeanwhile, checkVersion } from "../../platform/db/query/edit";
import { createModel, deleteModel, duplicateModel, updateModel } from "./actions";
import { check, completeFacts } from "./connection";
import { getModelForView, listModels, toModelView } from "./queries";
import { resolveConnection } from "./sent-form";

async function view(ctx: TeamCallContext, id: string) {
  return toModelView(await getModelForView(ctx.db, ctx.teamId, id));
}

const createdResponse = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/models` });

implement(contract, {
  list: async ({ ctx, query }) => {
    const { rows, next } = await listModels(ctx.db, ctx.teamId, query);
    return { models: rows.map(toModelView), next };
  },
  get: async ({ ctx, params }) => ({ model: await view(ctx, params.modelId) }),
  defaults: async ({ ctx }) => {
    const { llm, embedding } = await getDefaultModels(ctx.db, ctx.teamId);
    return { llm: llm ? await view(ctx, llm) : null, embedding: embedding ? await view(ctx, embedding) : null };
  },
  add: async ({ ctx, body }) => createdResponse(ctx.teamId, await createModel(ctx, body)),
  test: async ({ ctx, body }) => {
    const stored = body.modelId ? await getModel(ctx.db, ctx.teamId, body.modelId) : undefined;
    const isSameType = body.type === undefined || body.type === stored?.model.type;
    const { type, config } = await resolveConnection(ctx.db, ctx, body, isSameType ? stored : undefined);
    const { modelType } = completeFacts({ ...body, type });
    await checkOrgProvider(ctx.db, ctx.team.orgId, type, modelType);
    return check({ type, model: body.model, config }, modelType);
  },
  edit: async ({ ctx, params, body: { version, ...sent } }) => {
    const stored = await getModel(ctx.db, ctx.teamId, params.modelId);
    checkVersion(stored.model.version, version, "model", toModelView(stored));
    if (await updateModel(ctx, stored, sent)) return {};
    throw changedMeanwhile("model", await view(ctx, params.modelId));
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
    const { model } = await getModel(ctx.db, ctx.teamId, params.modelId);
    return createdResponse(ctx.teamId, await duplicateModel(ctx, model));
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
