import { eq } from "drizzle-orm";
import { teams as contract } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { disconnectRoom } from "../../access/broadcast/disconnect";
import { create, implement, type TeamCallContext } from "../../access/calls/implement";
import { requireSessionDays, requireWithin } from "../../access/plans/limits";
import { listGranters } from "../../access/teams/granters";
import { readPermissionsNow } from "../../access/teams/lock";
import { createTeam, getRetention } from "../../access/teams/service";
import { teams } from "../../platform/db/tables/teams";
import { notFound } from "../../platform/errors/errors";
import { listInvites } from "./invite-list";
import {
  editMemberOf,
  inviteMember,
  leaveOrgOrTeam,
  type NamedOrgOrTeam,
  removeFrom,
  requireTypedName,
  transferOwner,
} from "./member-actions";
import { listMembers, viewMember } from "./member-list";
import { removeTeam } from "./remove";

const toOrgOrTeam = ({ team: { id, orgId, name } }: TeamCallContext): NamedOrgOrTeam<"team"> => ({
  scope: "team",
  id,
  orgId,
  name,
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
    member: await viewMember(ctx.db, toOrgOrTeam(ctx), params.memberId),
  }),
  granters: async ({ ctx: { db, team, viewAs, ...caller } }) => {
    const { accountId, permissions } = viewAs ?? caller;
    return { granters: await listGranters(db, team, accountId, permissions) };
  },
  editMember: async ({ ctx, params, body }) => {
    await editMemberOf(ctx, toOrgOrTeam(ctx), params.memberId, body);
    return {};
  },
  invite: ({ ctx, body }) => inviteMember(ctx, toOrgOrTeam(ctx), body),
  removeMember: async ({ ctx, body }) => {
    await removeFrom(ctx, toOrgOrTeam(ctx), body);
    return {};
  },
  edit: async ({ ctx, body: { name } }) => {
    await ctx.write((tx) => tx.update(teams).set({ name }).where(eq(teams.id, ctx.teamId)));
    return {};
  },
  leave: async ({ ctx }) => {
    await leaveOrgOrTeam(ctx, toOrgOrTeam(ctx));
    return {};
  },
  transfer: async ({ ctx, body }) => {
    await transferOwner(ctx, toOrgOrTeam(ctx), body.memberId);
    return {};
  },
  remove: async ({ ctx, body }) => {
    requireTypedName(toOrgOrTeam(ctx), body.name);
    await removeTeam(ctx.write, ctx.teamId);
    await disconnectRoom(ctx.teamId);
    return {};
  },
  add: async ({ ctx, body }) => {
    const { orgId } = ctx.team;
    const id = await create(ctx, "team", async (tx) => {
      await requireWithin(tx, orgId, "teams");
      // The organization is locked by now: an account removed while waiting must not own a new team.
      await readPermissionsNow(tx, ctx, Permission.CREATE_TEAM);
      return (await createTeam(tx, orgId, body.name, ctx.accountId)).id;
    });
    return { id, orgId, redirect: `/${id}/apps` };
  },
  retention: ({ ctx }) => getRetention(ctx.db, ctx.teamId),
  editRetention: async ({ ctx, body: { days } }) => {
    await ctx.write(async (tx) => {
      if (days !== null) await requireSessionDays(tx, ctx.team.orgId, days);
      await tx.update(teams).set({ sessionDays: days }).where(eq(teams.id, ctx.teamId));
    });
    return {};
  },
});
