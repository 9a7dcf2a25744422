import { eq } from "drizzle-orm";
import type { Assignee } from "@/lib/contract/sessions/input-request-rules";
import { roleBits } from "@/lib/permissions/roles";
import { isTeamMember } from "../../../access/auth/is-team-member";
import type { Reader } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { orgs, teamMembers, teams } from "../../../platform/db/tables/teams";

/** The team's accounts that a request is assigned to; none when it is for anyone. */
export async function listAssignedAccounts(db: Reader, teamId: string, assignee: Assignee): Promise<string[]> {
  if (assignee.type === "anyone") return [];
  if (assignee.type === "account") {
    const { accountId } = assignee;
    return (await isTeamMember(db, teamId, accountId)) ? [accountId] : [];
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
  const hasRole = (permissions: number[]) => bits.every((bit) => permissions.includes(bit));
  const admins = assignee.role === "Team Admin" ? owners.flatMap(({ team, org }) => [team, org]) : [];
  return [...new Set([...members.filter((one) => hasRole(one.permissions)).map(({ id }) => id), ...admins])];
}

/** The assignee with the account's name, for the log. */
export async function addAssigneeName(db: Reader, assignee: Assignee): Promise<Assignee & { name?: string }> {
  if (assignee.type !== "account") return assignee;
  const [row] = await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, assignee.accountId));
  return row ? { ...assignee, name: row.name } : assignee;
}
