import { trials as contract } from "@/lib/contract/trials/schemas";
import { implement } from "../../../access/calls/implement";
import { getDatasource } from "../../../engine/knowledge/find-datasource";
import { createTeamPayer } from "../../../engine/knowledge/payer";
import { runCases } from "./cases";
import { viewTrial } from "./trial-view";
import { applyTrial, discardTrial, getTrial, requireDone, resumeTrial, startTrial, stopTrial } from "./trials";

implement(contract, {
  get: async ({ ctx, params }) => viewTrial(ctx.db, await getDatasource(ctx.db, ctx.teamId, params.datasourceId)),
  start: ({ ctx, params, body }) => startTrial(ctx, params.datasourceId, body.chunking),
  stop: ({ ctx, params }) => stopTrial(ctx, params.datasourceId),
  resume: ({ ctx, params }) => resumeTrial(ctx, params.datasourceId),
  run: async ({ ctx, params, body }) => {
    const row = await getDatasource(ctx.db, ctx.teamId, params.datasourceId);
    const trial = await getTrial(ctx.db, row);
    await requireDone(ctx.db, trial);
    const payer = await createTeamPayer(ctx.db, ctx.teamId, ctx);
    return runCases(ctx, row, body.retriever, payer, ctx.signal, trial);
  },
  use: ({ ctx, params }) => applyTrial(ctx, params.datasourceId),
  discard: ({ ctx, params }) => discardTrial(ctx, params.datasourceId),
});
