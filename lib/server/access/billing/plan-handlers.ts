import { plans as contract } from "@/lib/contract/plans/schemas";
import { implement } from "../calls/implement";
import { planUse } from "./plan-use";

implement(contract, {
  get: async ({ ctx }) => ({ planUse: await planUse(ctx.db, ctx.team.orgId, ctx.accountId) }),
});
