import { testsets as contract } from "@/lib/contract/testsets/schemas";
import { create, implement } from "../../access/calls/implement";
import { parseCases } from "../../engine/evaluations/import/parse-cases";
import { addCases, createTestSet, deleteTestSet, updateTestSet } from "./actions";
import { requireUsableChecks } from "./check-issues";
import { listTestSetRevisions, listTestSets, viewTestSet } from "./queries";
import { recordCase } from "./record-case";
import { estimateRun, runTestSet } from "./run";

implement(contract, {
  list: ({ ctx, query }) => listTestSets(ctx.db, ctx, query),
  get: async ({ ctx, params }) => ({ testset: await viewTestSet(ctx.db, ctx, params.testsetId) }),
  revisions: ({ ctx, params }) => listTestSetRevisions(ctx.db, ctx, params.testsetId),
  add: async ({ ctx, body }) => {
    await requireUsableChecks(ctx, body.cases);
    return { _id: await create(ctx, "testset", (tx) => createTestSet(tx, ctx, body)) };
  },
  edit: async ({ ctx, params, body }) => {
    await requireUsableChecks(ctx, body.cases);
    await ctx.write((tx) => updateTestSet(tx, ctx, params.testsetId, body));
    return {};
  },
  addCases: async ({ ctx, params, body }) => {
    await requireUsableChecks(ctx, body.cases);
    return { ids: await ctx.write((tx) => addCases(tx, ctx, params.testsetId, body.cases)) };
  },
  readCases: ({ ctx, body }) =>
    parseCases(ctx.teamId, { filename: body.filename, bytes: Buffer.from(body.text) }, ctx.signal),
  recordCase: ({ ctx, query }) => recordCase(ctx.db, ctx, query),
  estimate: ({ ctx, params, body }) => estimateRun(ctx, params.testsetId, body),
  run: async ({ ctx, params, body }) => ({ _id: await runTestSet(ctx, params.testsetId, body) }),
  remove: async ({ ctx, params }) => {
    await ctx.write((tx) => deleteTestSet(tx, ctx, params.testsetId));
    return {};
  },
});
