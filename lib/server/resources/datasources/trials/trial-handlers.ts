import { trials as contract } from "@/lib/contract/trials/schemas";
import { implement } from "../../../access/calls/implement";
import { getDatasource } from "../../../engine/knowledge/find-datasource";
import { teamPayer } from "../../../engine/knowledge/payer";
import { runCases } from "./cases";
import { viewTrial } from "./trial-view";
import { discardTrial, findTrialOf, requireDone, resumeTrial, startTrial, stopTrial, useTrial } from "./trials";

implement(contract, {
  get: async ({ ctx, params }) => viewTrial(ctx.db, await getDatasource(ctx.db, ctx.teamId, params.datasourceId)),
  start: ({ ctx, params, body }) => startTrial(ctx, params.datasourceId, body.chunking),
  stop: ({ ctx, params }) => stopTrial(ctx, params.datasourceId),
  resume: ({ ctx, params }) => resumeTrial(ctx, params.datasourceId),
  run: async ({ ctx, params, body }) => {
    const row = await getDatasource(ctx.db, ctx.teamId, params.datasourceId);
    const trial = await findTrialOf(ctx.db, row);
    await requireDone(ctx.db, trial);
    const payer = await teamPayer(ctx.db, ctx.teamId, ctx);
    return runCases(ctx.db, row, body.retriever, payer, ctx.signal, trial);
  },
  use: ({ ctx, params }) => useTrial(ctx, params.datasourceId),
  discard: ({ ctx, params }) => discardTrial(ctx, params.datasourceId),
});
