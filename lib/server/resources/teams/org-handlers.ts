import { and, asc, count, eq, inArray, isNull } from "drizzle-orm";
import { orgs as contract } from "@/lib/contract/orgs/schemas";
import { Permission } from "@/lib/permissions/bits";
import { disconnectRoom } from "../../access/broadcast/disconnect";
import { type Actor, implement, type TeamCallContext } from "../../access/calls/implement";
import { requireOwnOrgs } from "../../access/plans/limits";
import { createOrg } from "../../access/teams/service";
import type { Reader } from "../../platform/db/client";
import { orgs, teamMembers, teams } from "../../platform/db/tables/teams";
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
import { removeOrg } from "./remove";

const firstTeamName = "My team";

async function getOrg(db: Reader, orgId: string) {
  const [org] = await db
    .select()
    .from(orgs)
    .where(and(eq(orgs.id, orgId), isNull(orgs.dateDeleted)));
  if (!org) throw notFound("This organization");
  return org;
}

async function getOrgTarget({ db, team }: TeamCallContext): Promise<NamedOrgOrTeam<"org">> {
  const { id, name } = await getOrg(db, team.orgId);
  return { scope: "org", id, orgId: id, name };
}

const managerBits = [Permission.CREATE_TEAM, Permission.EDIT_TEAM, Permission.DELETE_TEAM];

/** The organization's teams visible to the caller. */
async function listVisibleTeams({ db, team: { orgId, orgOwnerId }, viewAs, ...caller }: TeamCallContext) {
  const viewers = viewAs ? [caller, viewAs] : [caller];
  const ids = viewers.map(({ accountId }) => accountId);
  const [all, rows] = await Promise.all([
    db
      .select({ id: teams.id, name: teams.name, ownerId: teams.ownerId, memberCount: count(teamMembers.accountId) })
      .from(teams)
      .leftJoin(teamMembers, eq(teamMembers.teamId, teams.id))
      .where(and(eq(teams.orgId, orgId), isNull(teams.dateDeleted)))
      .groupBy(teams.id)
      .orderBy(asc(teams.dateCreated)),
    db
      .select({ id: teamMembers.teamId, of: teamMembers.accountId })
      .from(teamMembers)
      .where(inArray(teamMembers.accountId, ids)),
  ]);
  const joined = new Set(rows.map(({ id, of }) => `${of} ${id}`));
  const isIn = (accountId: string, { id, ownerId }: (typeof all)[number]) =>
    joined.has(`${accountId} ${id}`) || accountId === ownerId || accountId === orgOwnerId;
  const canSee = ({ accountId, permissions }: Actor, team: (typeof all)[number]) =>
    isIn(accountId, team) || managerBits.some((bit) => permissions.has(bit));
  return all
    .filter((team) => viewers.every((actor) => canSee(actor, team)))
    .map((team) => ({ ...team, member: isIn(caller.accountId, team) }));
}

implement(contract, {
  get: async ({ ctx, query }) => {
    const org = await getOrg(ctx.db, ctx.team.orgId);
    return {
      org,
      ...(await listMembers(ctx.db, { scope: "org", id: org.id, orgId: org.id }, query)),
      invites: await listInvites(ctx.db, { orgId: org.id, teamId: null }),
      teams: await listVisibleTeams(ctx),
    };
  },
  member: async ({ ctx, params }) => ({
    member: await viewMember(ctx.db, await getOrgTarget(ctx), params.memberId),
  }),
  editMember: async ({ ctx, params, body }) => {
    await editMemberOf(ctx, await getOrgTarget(ctx), params.memberId, body);
    return {};
  },
  invite: async ({ ctx, body }) => inviteMember(ctx, await getOrgTarget(ctx), body),
  removeMember: async ({ ctx, body }) => {
    await removeFrom(ctx, await getOrgTarget(ctx), body);
    return {};
  },
  add: async ({ ctx, body }) => {
    const { org, team } = await ctx.write(async (tx, audit) => {
      await requireOwnOrgs(tx, ctx.accountId);
      const created = await createOrg(tx, body.name, firstTeamName, ctx.accountId);
      audit.record("newOrg", created.org.id);
      return created;
    });
    return { id: org.id, orgId: org.id, teamId: team.id, redirect: `/${team.id}/org` };
  },
  edit: async ({ ctx, body: { name } }) => {
    await ctx.write((tx) => tx.update(orgs).set({ name }).where(eq(orgs.id, ctx.team.orgId)));
    return {};
  },
  leave: async ({ ctx }) => {
    await leaveOrgOrTeam(ctx, await getOrgTarget(ctx));
    return {};
  },
  transfer: async ({ ctx, body }) => {
    await transferOwner(ctx, await getOrgTarget(ctx), body.memberId);
    return {};
  },
  remove: async ({ ctx, body }) => {
    const place = await getOrgTarget(ctx);
    requireTypedName(place, body.name);
    for (const teamId of await removeOrg(ctx, place.id)) await disconnectRoom(teamId);
    return {};
  },
});
