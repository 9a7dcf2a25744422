import { plans as contract } from "@/lib/contract/plans";
import { implement } from "../http/implement";
import { planUse } from "./plan-use";

implement(contract, {
  get: async ({ ctx }) => ({ planUse: await planUse(ctx.db, ctx.team.orgId, ctx.accountId) }),
});
