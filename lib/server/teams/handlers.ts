import { and, count, eq, isNull } from "drizzle-orm";
import { teams as contract } from "@/lib/contract/teams";
import { requireSessionDays, requireWithin } from "../billing/plan";
import { implement } from "../http/implement";
import { makeTeam, retentionOf } from "./service";
import { teams } from "./table";

implement(contract, {
  add: async ({ ctx, body }) => {
    const { orgId } = ctx.team;
    const team = await ctx.db.transaction(async (tx) => {
      await requireWithin(tx, orgId, "teams", async () => {
        const [found] = await tx
          .select({ n: count() })
          .from(teams)
          .where(and(eq(teams.orgId, orgId), isNull(teams.dateDeleted)));
        return found?.n ?? 0;
      });
      return makeTeam(tx, orgId, body.name, ctx.accountId);
    });
    return { id: team.id, orgId, redirect: `/${team.id}/apps` };
  },
  retention: ({ ctx }) => retentionOf(ctx.db, ctx.teamId),
  editRetention: async ({ ctx, body: { days } }) => {
    await ctx.db.transaction(async (tx) => {
      if (days !== null) await requireSessionDays(tx, ctx.team.orgId, days);
      await tx.update(teams).set({ sessionDays: days }).where(eq(teams.id, ctx.teamId));
    });
    return {};
  },
});
