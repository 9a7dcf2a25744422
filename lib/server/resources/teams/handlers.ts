import { eq } from "drizzle-orm";
import { teams as contract } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { disconnectRoom } from "../../access/broadcast/disconnect";
import { implement, type TeamCallContext } from "../../access/calls/implement";
import { requireSessionDays, requireWithin } from "../../access/plans/limits";
import { listGranters } from "../../access/teams/granters";
import { readPermissionsNow } from "../../access/teams/lock";
import { getRetention, makeTeam } from "../../access/teams/service";
import { teams } from "../../platform/db/tables/teams";
import { notFound } from "../../platform/errors/errors";
import { listInvites } from "./invite-list";
import { listMembers, showMember } from "./member-list";
import { checkTyped, edit, invite, leave, type Named, remove, transfer } from "./place-actions";
import { removeTeam } from "./remove";

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
  granters: async ({ ctx: { db, team, viewAs, ...caller } }) => {
    const { accountId, permissions } = viewAs ?? caller;
    return { granters: await listGranters(db, team, accountId, permissions) };
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
    await disconnectRoom(ctx.teamId);
    return {};
  },
  add: async ({ ctx, body }) => {
    const { orgId } = ctx.team;
    const team = await ctx.db.transaction(async (tx) => {
      await requireWithin(tx, orgId, "teams");
      // The organization is locked by now: an account removed while waiting must not own a new team.
      await readPermissionsNow(tx, ctx, Permission.CREATE_TEAM);
      return makeTeam(tx, orgId, body.name, ctx.accountId);
    });
    return { id: team.id, orgId, redirect: `/${team.id}/apps` };
  },
  retention: ({ ctx }) => getRetention(ctx.db, ctx.teamId),
  editRetention: async ({ ctx, body: { days } }) => {
    await ctx.db.transaction(async (tx) => {
      if (days !== null) await requireSessionDays(tx, ctx.team.orgId, days);
      await tx.update(teams).set({ sessionDays: days }).where(eq(teams.id, ctx.teamId));
    });
    return {};
  },
});
