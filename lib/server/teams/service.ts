import { and, eq, isNull } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import { firstNotGrantable } from "@/lib/permissions/editor";
import { effectiveBits } from "@/lib/permissions/effective";
import { type Role, roleBits } from "@/lib/permissions/roles";
import { accounts } from "../accounts/table";
import { membershipOf } from "../auth/membership";
import { trialColumns } from "../billing/new-org";
import { type PlanRow, planColumns, planInForce } from "../billing/plan-in-force";
import type { Db, Tx } from "../db/client";
import { newId } from "../db/ids";
import { env } from "../env";
import { notFound } from "../http/errors";
import { notify, plain } from "../notifications/service";
import { teamSlug } from "./slug";
import { orgMembers, orgs, teamMembers, teams } from "./table";

type Reader = Pick<Db, "select">;

/** A team with its first member, who owns it. */
export async function makeTeam(tx: Tx, orgId: string, name: string, ownerId: string) {
  const [team] = await tx
    .insert(teams)
    .values({ id: teamSlug(name), orgId, name, ownerId })
    .returning();
  if (!team) throw new Error("The team was not stored.");
  await tx.insert(teamMembers).values({ teamId: team.id, accountId: ownerId });
  return team;
}

/** Makes somebody a member, with these bits in the place that they were invited to. Who is one already stays as they are. */
export async function addMember(
  tx: Tx,
  { orgId, teamId }: { orgId: string; teamId: string | null },
  accountId: string,
  permissions: number[],
): Promise<void> {
  const inOrg = teamId === null ? permissions : [];
  await tx.insert(orgMembers).values({ orgId, accountId, permissions: inOrg }).onConflictDoNothing();
  if (teamId !== null) await tx.insert(teamMembers).values({ teamId, accountId, permissions }).onConflictDoNothing();
}

interface Promised {
  orgId: string;
  teamId: string | null;
  invitedBy: string;
  role: Role;
}

/** Whether who has invited somebody could still do so: an invite hands on no more than its inviter has now. */
export async function mayStillInvite(db: Reader, { invitedBy, role, ...place }: Promised): Promise<boolean> {
  return coversInvite(await inviterBits(db, invitedBy, place), { role, ...place });
}

/** What somebody may do where they have invited others: nothing once their account is closed. */
export async function inviterBits(
  db: Reader,
  accountId: string,
  { orgId, teamId }: Pick<Promised, "orgId" | "teamId">,
): Promise<number[]> {
  const [inviter] = await db
    .select({ id: accounts.id, root: accounts.root })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.dateClosed)));
  if (!inviter) return [];
  return teamId === null ? orgBitsOf(db, inviter, orgId) : teamBitsOf(db, inviter, teamId);
}

/** Whether an inviter's bits reach for what an invite hands on. */
export const coversInvite = (bits: number[], { teamId, role }: Pick<Promised, "teamId" | "role">): boolean =>
  bits.includes(teamId === null ? Permission.ADD_ORG_MEMBER : Permission.ADD_TEAM_MEMBER) &&
  firstNotGrantable(bits, roleBits[role]) === undefined;

type Inviter = Pick<typeof accounts.$inferSelect, "id" | "root">;

const teamBitsOf = async (db: Reader, inviter: Inviter, teamId: string): Promise<number[]> =>
  (await membershipOf(db, inviter, teamId))?.bits ?? [];

/** What somebody may do in the organisation, whichever of its teams they are in. */
async function orgBitsOf(db: Reader, { id, root }: Inviter, orgId: string): Promise<number[]> {
  const [row] = await db
    .select({ ownerId: orgs.ownerId, orgBits: orgMembers.permissions })
    .from(orgMembers)
    .innerJoin(orgs, eq(orgs.id, orgMembers.orgId))
    .where(and(eq(orgMembers.orgId, orgId), eq(orgMembers.accountId, id)));
  if (!row) return [];
  return effectiveBits({ root, orgOwner: row.ownerId === id, teamOwner: false, orgBits: row.orgBits, teamBits: [] });
}

/** Tells a team that somebody is new in it; of an organisation without a team only who has invited them. */
export async function tellJoined(
  tx: Tx,
  { teamId, invitedBy }: { teamId: string | null; invitedBy: string },
  joined: string,
  place: string,
): Promise<void> {
  const words = {
    type: "team",
    title: "New member",
    description: `${plain(joined)} has joined ${plain(place)}.`,
  } as const;
  if (teamId === null) await notify(tx, { ...words, to: [invitedBy], teamId });
  else await notify(tx, { ...words, to: "team", teamId, link: `/${teamId}/team` });
}

interface Kept {
  own: number | null;
  plan: PlanRow;
}

const keeping = (db: Reader) =>
  db
    .select({
      ...{ teamId: teams.id, own: teams.sessionDays, plan: planColumns },
      ...{ planDays: teams.planDays, planDaysSince: teams.planDaysSince },
    })
    .from(teams)
    .innerJoin(orgs, eq(orgs.id, teams.orgId));

/** The team's own choice, else the server's, and never more than the plan's. 0: for ever. */
function retention({ own, plan }: Kept) {
  const [server, planned] = [env().SESSION_EVENTS_DAYS, planInForce(plan).limits.sessionDays];
  const limits = [own ?? server, planned].filter((days) => days > 0);
  return { days: limits.length > 0 ? Math.min(...limits) : 0, own, server, plan: planned };
}

export async function retentionOf(db: Reader, teamId: string) {
  const [row] = await keeping(db).where(eq(teams.id, teamId));
  if (!row) throw notFound("This team");
  return retention(row);
}

/** For how long a team's sessions are kept. */
export interface Keeping {
  teamId: string;
  days: number;
  /** Only those that began later. */
  since: Date | null;
}

/**
 * Teams whose sessions are not kept for ever. What a plan allows is nothing to sessions that were there when it became
 * smaller; what the team or the server has chosen is for all.
 */
export async function keepingTeams(db: Db): Promise<Keeping[]> {
  const rows = await keeping(db);
  const rules: Keeping[] = [];
  for (const { own, plan, ...row } of rows) {
    const chosen = own ?? env().SESSION_EVENTS_DAYS;
    const planned = planInForce(plan).limits.sessionDays;
    const since = row.planDays === planned ? row.planDaysSince : await notePlanDays(db, row, planned);
    if (chosen > 0) rules.push({ teamId: row.teamId, days: chosen, since: null });
    if (planned > 0 && (chosen === 0 || planned < chosen)) rules.push({ teamId: row.teamId, days: planned, since });
  }
  return rules;
}

type Noted = Pick<typeof teams.$inferSelect, "planDays" | "planDaysSince"> & { teamId: string };

async function notePlanDays(db: Db, { teamId, planDays, planDaysSince }: Noted, planned: number): Promise<Date> {
  const less = planDays !== null && planned > 0 && (planDays === 0 || planned < planDays);
  const since = less ? new Date() : planDaysSince;
  await db.update(teams).set({ planDays: planned, planDaysSince: since }).where(eq(teams.id, teamId));
  return since;
}

/** An organisation with a first team, both owned by the account. */
export async function makeOrg(tx: Tx, orgName: string, teamName: string, ownerId: string) {
  const [org] = await tx
    .insert(orgs)
    .values({ id: newId("org"), name: orgName, ownerId, ...(await trialColumns(tx, ownerId)) })
    .returning();
  if (!org) throw new Error("The organization was not stored.");
  await tx.insert(orgMembers).values({ orgId: org.id, accountId: ownerId });
  return { org, team: await makeTeam(tx, org.id, teamName, ownerId) };
}
