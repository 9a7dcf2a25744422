import { and, eq } from "drizzle-orm";
import { models as contract } from "@/lib/contract/models";
import { appsUsing } from "../apps/service";
import { apps } from "../apps/table";
import { expectProvider } from "../billing/limits";
import { changedMeanwhile, checkUnused, checkVersion } from "../db/edit";
import { implement, type TeamCallContext } from "../http/implement";
import { defaultModels, forgetDefault, setDefaultModel } from "./defaults";
import { listModels, lockModel, modelOf, shownModel, usersOfModel } from "./queries";
import { addModel, check, configForTest, duplicateModel, editModel, factsOf, modelView } from "./service";
import { models } from "./table";
import { cancelDownload, startDownload, weightsOf } from "./weights/service";

const place = ({ teamId, team, accountId }: TeamCallContext) => ({ teamId, orgId: team.orgId, accountId });

async function view(ctx: TeamCallContext, id: string) {
  return modelView(ctx.teamId, await shownModel(ctx.db, ctx.teamId, id));
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
  add: async ({ ctx, body }) => added(ctx.teamId, await addModel(ctx.db, place(ctx), body)),
  test: async ({ ctx, body }) => {
    const { modelType } = factsOf(body);
    await expectProvider(ctx.db, ctx.team.orgId, body.type, modelType);
    const config = await configForTest(ctx.db, ctx.teamId, body);
    return check(body.type, body.model, modelType, config);
  },
  edit: async ({ ctx, params, body: { version, ...sent } }) => {
    const row = await modelOf(ctx.db, ctx.teamId, params.modelId);
    checkVersion(row.version, version, "model", modelView(ctx.teamId, { model: row }));
    if (await editModel(ctx.db, place(ctx), row, sent)) return {};
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
    const row = await modelOf(ctx.db, ctx.teamId, params.modelId);
    return added(ctx.teamId, await duplicateModel(ctx.db, place(ctx), row));
  },
  setDefault: async ({ ctx, body: { modelId, modelType } }) => {
    await setDefaultModel(ctx.db, ctx.teamId, modelType, modelId);
    return {};
  },
  remove: async ({ ctx, params, body }) => {
    await ctx.db.transaction(async (tx) => {
      await forgetDefault(tx, ctx.teamId, params.modelId);
      // Locked, so that no agent comes to use it between the look and the end.
      await lockModel(tx, ctx.teamId, params.modelId);
      const led = await appsUsing(tx, ctx, eq(apps.managerModelId, params.modelId), 50);
      checkUnused([...(await usersOfModel(tx, ctx.teamId, params.modelId)), ...led], body.force);
      await tx.delete(models).where(and(eq(models.teamId, ctx.teamId), eq(models.id, params.modelId)));
    });
    return {};
  },
});
