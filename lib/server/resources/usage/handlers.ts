import { usage as contract } from "@/lib/contract/usage/schemas";
import { implement } from "../../access/calls/implement";
import { toSpan } from "../../platform/db/query/span";
import { toCsv } from "../../platform/http/responses/csv";
import { readUsage, readUsageLines } from "./queries";

const columns = [
  ...(["day", "app", "model", "member", "runs", "calls"] as const),
  ...(["inputTokens", "outputTokens", "costUsd", "unpricedCalls"] as const),
];

implement(contract, {
  get: ({ ctx, query }) => readUsage(ctx.db, toSpan(query), ctx),
  csv: async ({ ctx, query }) => {
    const span = toSpan(query);
    const text = toCsv(columns, await readUsageLines(ctx.db, span, ctx));
    return new Response(text, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="usage-${span.from}-${span.to}.csv"`,
        "x-content-type-options": "nosniff",
      },
    });
  },
});
