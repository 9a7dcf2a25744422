import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { AskRules, Assignee } from "@/lib/contract/asks";
import type { Issue } from "@/lib/contract/error";
import { Permission } from "@/lib/permissions/bits";
import { roleBits, type TeamRole, teamRoles } from "@/lib/permissions/roles";
import { accounts } from "../accounts/table";
import { standsIn } from "../auth/stands-in";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import type { Seer } from "../http/implement";
import { orgs, teamMembers, teams } from "../teams/table";
import { inputRequests } from "./table";

type Reader = Pick<Db, "select">;

export const isTeamAdmin = ({ permissions }: Seer): boolean =>
  permissions.has(Permission.TEAM_ADMIN) || permissions.has(Permission.TEAM_OWNER);

/** The roles whose rights somebody has, all of them. */
const rolesOf = ({ permissions }: Seer): TeamRole[] =>
  teamRoles.filter((role) => roleBits[role].every((bit) => permissions.has(bit)));

/** Requests that are for somebody by name or by role. */
export function addressedTo(seer: Seer): SQL | undefined {
  const { assigneeType: type, assigneeId: id } = inputRequests;
  const roles = isTeamAdmin(seer) ? [...teamRoles] : rolesOf(seer);
  return or(
    and(eq(type, "account"), eq(id, seer.accountId)),
    and(eq(type, "role"), sql`${id} = any(${sql.param(roles)}::text[])`),
  );
}

/** Requests that somebody may answer, of those in sessions that they see. */
export function forSeer(seer: Seer): SQL | undefined {
  if (isTeamAdmin(seer)) return undefined;
  return or(eq(inputRequests.assigneeType, "anyone"), addressedTo(seer));
}

/** The team's accounts that a question is for; none where it is for anyone. */
export async function accountsFor(db: Reader, teamId: string, assignee: Assignee): Promise<string[]> {
  if (assignee.type === "anyone") return [];
  if (assignee.type === "account") {
    const { accountId } = assignee;
    return (await standsIn(db, teamId, accountId)) ? [accountId] : [];
  }
  const bits = [...roleBits[assignee.role]];
  const members = await db
    .select({ id: teamMembers.accountId, permissions: teamMembers.permissions })
    .from(teamMembers)
    .where(eq(teamMembers.teamId, teamId));
  const owners = await db
    .select({ team: teams.ownerId, org: orgs.ownerId })
    .from(teams)
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .where(eq(teams.id, teamId));
  const has = (permissions: number[]) => bits.every((bit) => permissions.includes(bit));
  const admins = assignee.role === "Team Admin" ? owners.flatMap(({ team, org }) => [team, org]) : [];
  return [...new Set([...members.filter((one) => has(one.permissions)).map(({ id }) => id), ...admins])];
}

/** The assignee as people read it in the log: a person by name. */
export async function namedAssignee(db: Reader, assignee: Assignee): Promise<Assignee & { name?: string }> {
  if (assignee.type !== "account") return assignee;
  const [row] = await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, assignee.accountId));
  return row ? { ...assignee, name: row.name } : assignee;
}

/** One issue where a person is named who is not in the team. */
async function assigneeIssue(db: Reader, teamId: string, path: string, assignee: Assignee | null | undefined) {
  if (assignee?.type !== "account" || (await standsIn(db, teamId, assignee.accountId))) return [];
  return [{ path: `${path}.accountId`, message: "This member is not in the team." }];
}

/** One issue for each person in the rules who is not in the team. */
export async function askIssues(db: Reader, teamId: string, asks: AskRules | null | undefined): Promise<Issue[]> {
  return [
    ...(await assigneeIssue(db, teamId, "asks.assignee", asks?.assignee)),
    ...(await assigneeIssue(db, teamId, "asks.passTo", asks?.passTo)),
  ];
}

/** Throws 400 with an issue at each person who is not in the team. */
export async function checkAsks(db: Reader, teamId: string, asks: AskRules | null | undefined): Promise<void> {
  const issues = await askIssues(db, teamId, asks);
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}

/** Throws 403 for whoever is not among those that a question is for. */
export async function requireAnswerer(tx: Reader, seer: Seer, requestId: string): Promise<void> {
  const [row] = await tx
    .select({ mine: sql<boolean>`coalesce(${forSeer(seer) ?? sql`true`}, false)` })
    .from(inputRequests)
    .where(eq(inputRequests.id, requestId));
  if (row && !row.mine) throw new AppError("forbidden", "This question is for somebody else. The inbox says for whom.");
}

/** Throws 403 for a visitor whom a question is not for: the team is asked, or somebody of it. */
export async function requireVisitorAsked(
  tx: Reader,
  { requestId, guarded }: { requestId: string; guarded?: boolean | undefined },
): Promise<void> {
  const { id, kind, assigneeType } = inputRequests;
  const [row] = await tx.select({ kind, assigneeType }).from(inputRequests).where(eq(id, requestId));
  if (row && (guarded || row.kind === "approval" || row.assigneeType !== "anyone"))
    throw new AppError("forbidden", "Somebody of the team answers this.");
}

/** Whether a question of a session is for somebody by name or by role: they answer it even where they see no more of it. */
export async function isAddressed(db: Reader, seer: Seer & { teamId: string }, sessionId: string, requestId: string) {
  const own = and(eq(inputRequests.teamId, seer.teamId), eq(inputRequests.sessionId, sessionId));
  const [row] = await db
    .select({ id: inputRequests.id })
    .from(inputRequests)
    .where(and(own, eq(inputRequests.id, requestId), addressedTo(seer)));
  return row !== undefined;
}
