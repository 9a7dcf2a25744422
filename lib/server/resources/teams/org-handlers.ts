import { and, asc, count, eq, inArray, isNull } from "drizzle-orm";
import { orgs as contract } from "@/lib/contract/orgs/schemas";
import { Permission } from "@/lib/permissions/bits";
import { disconnectRoom } from "../../access/broadcast/disconnect";
import { type Actor, implement, type TeamCallContext } from "../../access/calls/implement";
import { requireOwnOrgs } from "../../access/plans/limits";
import { makeOrg } from "../../access/teams/service";
import type { Db } from "../../platform/db/client";
import { orgs, teamMembers, teams } from "../../platform/db/tables/teams";
import { notFound } from "../../platform/errors/errors";
import { listInvites } from "./invite-list";
import { listMembers, showMember } from "./member-list";
import { checkTyped, edit, invite, leave, type Named, remove, transfer } from "./place-actions";
import { removeOrg } from "./remove";

const firstTeamName = "My team";

async function orgOf(db: Pick<Db, "select">, orgId: string) {
  const [org] = await db
    .select()
    .from(orgs)
    .where(and(eq(orgs.id, orgId), isNull(orgs.dateDeleted)));
  if (!org) throw notFound("This organization");
  return org;
}

async function placeOf({ db, team }: TeamCallContext): Promise<Named> {
  const { id, name } = await orgOf(db, team.orgId);
  return { scope: "org", id, orgId: id, name };
}

const managing = [Permission.CREATE_TEAM, Permission.EDIT_TEAM, Permission.DELETE_TEAM];

/** The organization's teams visible to the caller. */
async function teamsFor({ db, team: { orgId, orgOwnerId }, viewAs, ...caller }: TeamCallContext) {
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
  const mayKnow = ({ accountId, permissions }: Actor, team: (typeof all)[number]) =>
    isIn(accountId, team) || managing.some((bit) => permissions.has(bit));
  return all
    .filter((team) => viewers.every((actor) => mayKnow(actor, team)))
    .map((team) => ({ ...team, member: isIn(caller.accountId, team) }));
}

implement(contract, {
  get: async ({ ctx, query }) => {
    const org = await orgOf(ctx.db, ctx.team.orgId);
    return {
      org,
      ...(await listMembers(ctx.db, { scope: "org", id: org.id, orgId: org.id }, query)),
      invites: await listInvites(ctx.db, { orgId: org.id, teamId: null }),
      teams: await teamsFor(ctx),
    };
  },
  member: async ({ ctx, params }) => ({
    member: await showMember(ctx.db, await placeOf(ctx), params.memberId),
  }),
  editMember: async ({ ctx, params, body }) => {
    await edit(ctx, await placeOf(ctx), params.memberId, body);
    return {};
  },
  invite: async ({ ctx, body }) => invite(ctx, await placeOf(ctx), body),
  removeMember: async ({ ctx, body }) => {
    await remove(ctx, await placeOf(ctx), body);
    return {};
  },
  add: async ({ ctx, body }) => {
    const { org, team } = await ctx.db.transaction(async (tx) => {
      await requireOwnOrgs(tx, ctx.accountId);
      return makeOrg(tx, body.name, firstTeamName, ctx.accountId);
    });
    return { id: org.id, orgId: org.id, teamId: team.id, redirect: `/${team.id}/org` };
  },
  edit: async ({ ctx, body: { name } }) => {
    await ctx.db.transaction((tx) => tx.update(orgs).set({ name }).where(eq(orgs.id, ctx.team.orgId)));
    return {};
  },
  leave: async ({ ctx }) => {
    await leave(ctx, await placeOf(ctx));
    return {};
  },
  transfer: async ({ ctx, body }) => {
    await transfer(ctx, await placeOf(ctx), body.memberId);
    return {};
  },
  remove: async ({ ctx, body }) => {
    const place = await placeOf(ctx);
    checkTyped(place, body.name);
    for (const teamId of await removeOrg(ctx.db, place.id)) await disconnectRoom(teamId);
    return {};
  },
});
