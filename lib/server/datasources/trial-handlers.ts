import { trials as contract } from "@/lib/contract/trials";
import { implement } from "../http/implement";
import { teamPayer } from "../knowledge/payer";
import { wakeIngest } from "../knowledge/pipeline/wake";
import { runCases } from "./cases";
import { datasourceOf } from "./service";
import { viewTrial } from "./trial-view";
import { discardTrial, requireDone, resumeTrial, startTrial, stopTrial, trialOf, useTrial } from "./trials";

implement(contract, {
  get: async ({ ctx, params }) => viewTrial(ctx.db, await datasourceOf(ctx.db, ctx.teamId, params.datasourceId)),
  start: ({ ctx, params, body, afterCommit }) => {
    afterCommit(wakeIngest);
    return startTrial(ctx, params.datasourceId, body.chunking);
  },
  stop: ({ ctx, params }) => stopTrial(ctx, params.datasourceId),
  resume: ({ ctx, params, afterCommit }) => {
    afterCommit(wakeIngest);
    return resumeTrial(ctx, params.datasourceId);
  },
  run: async ({ ctx, params, body }) => {
    const row = await datasourceOf(ctx.db, ctx.teamId, params.datasourceId);
    const trial = await trialOf(ctx.db, row);
    await requireDone(ctx.db, trial);
    const payer = await teamPayer(ctx.db, ctx.teamId, ctx);
    return runCases(ctx.db, row, body.retriever, payer, ctx.signal, trial);
  },
  use: ({ ctx, params, afterCommit }) => {
    afterCommit(wakeIngest);
    return useTrial(ctx, params.datasourceId);
  },
  discard: ({ ctx, params, afterCommit }) => {
    // Its vectors are removed by a worker.
    afterCommit(wakeIngest);
    return discardTrial(ctx, params.datasourceId);
  },
});
