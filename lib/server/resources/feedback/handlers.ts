import { feedback as contract } from "@/lib/contract/feedback/schemas";
import { implement } from "../../access/calls/implement";
import { listRatings, readFeedback } from "./queries";

implement(contract, {
  get: ({ ctx, query }) => readFeedback(ctx.db, ctx, query),
  list: ({ ctx, query }) => listRatings(ctx.db, ctx, query),
});
