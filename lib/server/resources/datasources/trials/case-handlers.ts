import { cases as contract } from "@/lib/contract/cases/schemas";
import { implement } from "../../../access/calls/implement";
import { getDatasource } from "../../../engine/knowledge/find-datasource";
import { createTeamPayer } from "../../../engine/knowledge/payer";
import { lockRow } from "../../../platform/db/query/edit";
import { datasources } from "../../../platform/db/tables/datasources";
import { addCase, listCases, removeCase, runCases } from "./cases";

implement(contract, {
  list: async ({ ctx, params }) => ({
    cases: await listCases(ctx.db, await getDatasource(ctx.db, ctx.teamId, params.datasourceId)),
  }),
  add: ({ ctx, params, body }) =>
    ctx.db.transaction(async (tx) => {
      // Locked, so that concurrent additions are counted one after another.
      await lockRow(tx, datasources, ctx.teamId, params.datasourceId);
      const row = await getDatasource(tx, ctx.teamId, params.datasourceId);
      return { _id: await addCase(tx, row, ctx.accountId, body) };
    }),
  remove: ({ ctx, params }) =>
    ctx.db.transaction(async (tx) => {
      await removeCase(tx, await getDatasource(tx, ctx.teamId, params.datasourceId), params.caseId);
      return {};
    }),
  run: async ({ ctx, params, body }) => {
    const row = await getDatasource(ctx.db, ctx.teamId, params.datasourceId);
    const payer = await createTeamPayer(ctx.db, ctx.teamId, ctx);
    return runCases(ctx, row, body.retriever, payer, ctx.signal);
  },
});
