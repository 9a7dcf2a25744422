import { eq } from "drizzle-orm";
import { teams as contract } from "@/lib/contract/teams";
import { Permission } from "@/lib/permissions/bits";
import { requireSessionDays, requireWithin } from "../billing/limits";
import { notFound } from "../http/errors";
import { implement, type TeamCallContext } from "../http/implement";
import { cutRoom } from "../realtime/cut";
import { grantersOf } from "./granters";
import { listInvites } from "./invite-list";
import { bitsNow } from "./lock";
import { listMembers, showMember } from "./member-list";
import { checkTyped, edit, invite, leave, type Named, remove, transfer } from "./place-actions";
import { removeTeam } from "./remove";
import { makeTeam, retentionOf } from "./service";
import { teams } from "./table";

const placeOf = ({ team }: TeamCallContext): Named => ({
  scope: "team",
  id: team.id,
  orgId: team.orgId,
  name: team.name,
});

implement(contract, {
  get: async ({ ctx: { db, team, teamId }, query }) => {
    const place = { scope: "team", id: teamId, orgId: team.orgId } as const;
    const [row] = await db.select().from(teams).where(eq(teams.id, teamId));
    if (!row) throw notFound("This team");
    return {
      team: row,
      ...(await listMembers(db, place, query)),
      invites: await listInvites(db, { orgId: team.orgId, teamId }),
    };
  },
  member: async ({ ctx, params }) => ({
    member: await showMember(ctx.db, placeOf(ctx), params.memberId),
  }),
  granters: async ({ ctx: { db, team, alsoSeenBy, ...caller } }) => {
    const { accountId, permissions } = alsoSeenBy ?? caller;
    return { granters: await grantersOf(db, team, accountId, permissions) };
  },
  editMember: async ({ ctx, params, body }) => {
    await edit(ctx, placeOf(ctx), params.memberId, body);
    return {};
  },
  invite: ({ ctx, body }) => invite(ctx, placeOf(ctx), body),
  removeMember: async ({ ctx, body }) => {
    await remove(ctx, placeOf(ctx), body);
    return {};
  },
  edit: async ({ ctx, body: { name } }) => {
    await ctx.db.transaction((tx) => tx.update(teams).set({ name }).where(eq(teams.id, ctx.teamId)));
    return {};
  },
  leave: async ({ ctx }) => {
    await leave(ctx, placeOf(ctx));
    return {};
  },
  transfer: async ({ ctx, body }) => {
    await transfer(ctx, placeOf(ctx), body.memberId);
    return {};
  },
  remove: async ({ ctx, body }) => {
    checkTyped(placeOf(ctx), body.name);
    await removeTeam(ctx.db, ctx.teamId);
    await cutRoom(ctx.teamId);
    return {};
  },
  add: async ({ ctx, body }) => {
    const { orgId } = ctx.team;
    const team = await ctx.db.transaction(async (tx) => {
      await requireWithin(tx, orgId, "teams");
      // The organisation is held by now: who was put out while they waited for it owns no new team there.
      await bitsNow(tx, ctx, Permission.CREATE_TEAM);
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
