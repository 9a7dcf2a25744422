import { and, eq, inArray, isNull } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import { firstNotGrantable } from "@/lib/permissions/editor";
import { effectiveBits } from "@/lib/permissions/effective";
import { type Role, roleBits } from "@/lib/permissions/roles";
import type { Db, Reader, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { scimUsers } from "../../platform/db/tables/identity";
import { orgMembers, orgs, teamMembers, teams } from "../../platform/db/tables/teams";
import { env } from "../../platform/env/env";
import { notFound } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { findMembership } from "../auth/membership";
import { escapeMarkdown, notify } from "../notifications/service";
import { type PlanRow, planColumns, toEffectivePlan } from "../plans/effective-plan";
import { buildTrialColumns } from "../plans/new-org";
import { createTeamSlug } from "./slug";

/** Creates a team with its owner as first member. */
export async function createTeam(tx: Tx, orgId: string, name: string, ownerId: string) {
  const [team] = await tx
    .insert(teams)
    .values({ id: createTeamSlug(name), orgId, name, ownerId })
    .returning();
  if (!team) throw new Error("The team was not stored.");
  await tx.insert(teamMembers).values({ teamId: team.id, accountId: ownerId });
  return team;
}

/**
 * Adds a member with these permissions; an existing membership is unchanged. The SCIM user that was waiting for the account's
 * confirmed address is theirs.
 */
export async function addMember(
  tx: Tx,
  { orgId, teamId }: { orgId: string; teamId: string | null },
  accountId: string,
  permissions: number[],
): Promise<void> {
  const inOrg = teamId === null ? permissions : [];
  await tx.insert(orgMembers).values({ orgId, accountId, permissions: inOrg }).onConflictDoNothing();
  if (teamId !== null) await tx.insert(teamMembers).values({ teamId, accountId, permissions }).onConflictDoNothing();
  const confirmed = tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), eq(accounts.emailVerified, true)));
  const waiting = and(eq(scimUsers.orgId, orgId), isNull(scimUsers.accountId), inArray(scimUsers.email, confirmed));
  await tx.update(scimUsers).set({ accountId }).where(waiting);
}

interface PendingInvite {
  orgId: string;
  teamId: string | null;
  invitedBy: string;
  role: Role;
}

/** Whether the inviter could still create the invite, which must not grant more than its inviter has now. */
export async function canStillInvite(db: Reader, { invitedBy, role, ...place }: PendingInvite): Promise<boolean> {
  return coversInvite(await findInviterBits(db, invitedBy, place), { role, ...place });
}

/** The inviter's current permissions; none once their account is closed. */
export async function findInviterBits(
  db: Reader,
  accountId: string,
  { orgId, teamId }: Pick<PendingInvite, "orgId" | "teamId">,
): Promise<number[]> {
  const [inviter] = await db
    .select({ id: accounts.id, root: accounts.root })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.dateClosed)));
  if (!inviter) return [];
  return teamId === null ? findOrgBits(db, inviter, orgId) : findTeamBits(db, inviter, teamId);
}

/** Whether an inviter's permissions cover the invite. */
export const coversInvite = (bits: number[], { teamId, role }: Pick<PendingInvite, "teamId" | "role">): boolean =>
  bits.includes(teamId === null ? Permission.ADD_ORG_MEMBER : Permission.ADD_TEAM_MEMBER) &&
  firstNotGrantable(bits, roleBits[role]) === undefined;

type Inviter = Pick<typeof accounts.$inferSelect, "id" | "root">;

const findTeamBits = async (db: Reader, inviter: Inviter, teamId: string): Promise<number[]> =>
  (await findMembership(db, inviter, teamId))?.bits ?? [];

/** An account's permissions in the organization, across its teams. */
async function findOrgBits(db: Reader, { id, root }: Inviter, orgId: string): Promise<number[]> {
  const [row] = await db
    .select({ ownerId: orgs.ownerId, orgBits: orgMembers.permissions })
    .from(orgMembers)
    .innerJoin(orgs, eq(orgs.id, orgMembers.orgId))
    .where(and(eq(orgMembers.orgId, orgId), eq(orgMembers.accountId, id)));
  if (!row) return [];
  return effectiveBits({ root, orgOwner: row.ownerId === id, teamOwner: false, orgBits: row.orgBits, teamBits: [] });
}

/** Notifies the team of a new member, or only the inviter if the invite was to the organization. */
export async function notifyJoined(
  tx: Tx,
  { teamId, invitedBy }: { teamId: string | null; invitedBy: string },
  joined: string,
  place: string,
): Promise<void> {
  const words = {
    type: "team",
    title: "New member",
    description: `${escapeMarkdown(joined)} joined ${escapeMarkdown(place)}.`,
  } as const;
  if (teamId === null) await notify(tx, { ...words, to: [invitedBy], teamId });
  else await notify(tx, { ...words, to: "team", teamId, link: `/${teamId}/team` });
}

interface RetentionDays {
  own: number | null;
  plan: PlanRow;
}

const selectRetention = (db: Reader) =>
  db
    .select({
      teamId: teams.id,
      own: teams.sessionDays,
      plan: planColumns,
      planDays: teams.planDays,
      planDaysSince: teams.planDaysSince,
    })
    .from(teams)
    .innerJoin(orgs, eq(orgs.id, teams.orgId));

/** The team's setting, otherwise the server's, limited by the plan. 0: forever. */
function findRetention({ own, plan }: RetentionDays) {
  const [server, planned] = [env().SESSION_EVENTS_DAYS, toEffectivePlan(plan).limits.sessionDays];
  const limits = [own ?? server, planned].filter((days) => days > 0);
  return { days: limits.length > 0 ? Math.min(...limits) : 0, own, server, plan: planned };
}

export async function getRetention(db: Reader, teamId: string) {
  const [row] = await selectRetention(db).where(eq(teams.id, teamId));
  if (!row) throw notFound("This team");
  return findRetention(row);
}

/** A team's session retention. */
interface TeamRetention {
  teamId: string;
  days: number;
  /** Only for sessions that started later. */
  since: Date | null;
}

/**
 * Teams with limited retention. A reduced plan limit does not apply to existing sessions; the team's or server's setting
 * applies to all.
 */
export async function listTeamsWithRetention(db: Db): Promise<TeamRetention[]> {
  const rows = await selectRetention(db);
  const rules: TeamRetention[] = [];
  for (const { own, plan, ...row } of rows) {
    const chosen = own ?? env().SESSION_EVENTS_DAYS;
    const planned = toEffectivePlan(plan).limits.sessionDays;
    const since = row.planDays === planned ? row.planDaysSince : await recordPlanDays(db, row, planned);
    if (chosen > 0) rules.push({ teamId: row.teamId, days: chosen, since: null });
    if (planned > 0 && (chosen === 0 || planned < chosen)) rules.push({ teamId: row.teamId, days: planned, since });
  }
  return rules;
}

type RecordedPlanDays = Pick<typeof teams.$inferSelect, "planDays" | "planDaysSince"> & { teamId: string };

async function recordPlanDays(
  db: Db,
  { teamId, planDays, planDaysSince }: RecordedPlanDays,
  planned: number,
): Promise<Date> {
  const less = planDays !== null && planned > 0 && (planDays === 0 || planned < planDays);
  const since = less ? new Date() : planDaysSince;
  await db.update(teams).set({ planDays: planned, planDaysSince: since }).where(eq(teams.id, teamId));
  return since;
}

/** Creates an organization with a first team, both owned by the account. */
export async function createOrg(tx: Tx, orgName: string, teamName: string, ownerId: string) {
  const [org] = await tx
    .insert(orgs)
    .values({ id: newId("org"), name: orgName, ownerId, ...(await buildTrialColumns(tx, ownerId)) })
    .returning();
  if (!org) throw new Error("The organization was not stored.");
  await tx.insert(orgMembers).values({ orgId: org.id, accountId: ownerId });
  return { org, team: await createTeam(tx, org.id, teamName, ownerId) };
}
