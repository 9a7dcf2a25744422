import { evaluations as contract } from "@/lib/contract/evaluations/schemas";
import { implement } from "../../access/calls/implement";
import { writeCsv } from "../../engine/evaluations/export/csv";
import { writeJunit } from "../../engine/evaluations/export/junit";
import { compareEvaluations } from "./compare";
import { cancelEvaluation, labelAttempt } from "./evaluation-actions";
import { getEvaluation, viewEvaluation } from "./evaluation-queries";
import { toExported } from "./export";
import { requireEditor } from "./queries";
import { findVisibleSets, listEvaluations } from "./summaries";

const sendFile = (parts: Iterable<string>, type: string, filename: string): Response =>
  new Response([...parts].join(""), {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${filename}"`,
      "x-content-type-options": "nosniff",
    },
  });

implement(contract, {
  list: async ({ ctx, query }) => listEvaluations(ctx.db, ctx.teamId, await findVisibleSets(ctx.db, ctx, query), query),
  get: async ({ ctx, params }) => ({ evaluation: await viewEvaluation(ctx.db, ctx, params.evaluationId) }),
  compare: ({ ctx, params, query }) => compareEvaluations(ctx.db, ctx, params.evaluationId, query.with),
  csv: async ({ ctx, params: { evaluationId: id } }) =>
    sendFile(writeCsv(toExported(await viewEvaluation(ctx.db, ctx, id))), "text/csv", `evaluation-${id}.csv`),
  junit: async ({ ctx, params: { evaluationId: id } }) =>
    sendFile(writeJunit(toExported(await viewEvaluation(ctx.db, ctx, id))), "application/xml", `evaluation-${id}.xml`),
  cancel: async ({ ctx, params }) => {
    requireEditor(ctx, (await getEvaluation(ctx.db, ctx, params.evaluationId)).set);
    await cancelEvaluation(ctx.db, ctx, params.evaluationId, "Canceled.");
    return {};
  },
  label: async ({ ctx, params, body }) => {
    requireEditor(ctx, (await getEvaluation(ctx.db, ctx, params.evaluationId)).set);
    await ctx.write((tx) => labelAttempt(tx, ctx, params.evaluationId, body.attemptId, body.correct));
    return {};
  },
});
