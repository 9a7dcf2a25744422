import { plans as contract } from "@/lib/contract/plans/schemas";
import { implement } from "../calls/implement";
import { getPlanUse } from "./plan-use";

implement(contract, {
  get: async ({ ctx }) => ({ planUse: await getPlanUse(ctx.db, ctx.team.orgId, ctx.accountId) }),
});
