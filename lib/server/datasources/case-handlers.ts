import { cases as contract } from "@/lib/contract/cases";
import { lockRow } from "../db/edit";
import { implement } from "../http/implement";
import { teamPayer } from "../knowledge/payer";
import { addCase, listCases, removeCase, runCases } from "./cases";
import { datasourceOf } from "./service";
import { datasources } from "./table";

implement(contract, {
  list: async ({ ctx, params }) => ({
    cases: await listCases(ctx.db, await datasourceOf(ctx.db, ctx.teamId, params.datasourceId)),
  }),
  add: ({ ctx, params, body }) =>
    ctx.db.transaction(async (tx) => {
      // Questions that are added at once are counted one after another.
      await lockRow(tx, datasources, ctx.teamId, params.datasourceId);
      const row = await datasourceOf(tx, ctx.teamId, params.datasourceId);
      return { _id: await addCase(tx, row, ctx.accountId, body) };
    }),
  remove: ({ ctx, params }) =>
    ctx.db.transaction(async (tx) => {
      await removeCase(tx, await datasourceOf(tx, ctx.teamId, params.datasourceId), params.caseId);
      return {};
    }),
  run: async ({ ctx, params, body }) => {
    const row = await datasourceOf(ctx.db, ctx.teamId, params.datasourceId);
    const payer = await teamPayer(ctx.db, ctx.teamId, ctx);
    return runCases(ctx.db, row, body.retriever, payer, ctx.signal);
  },
});
