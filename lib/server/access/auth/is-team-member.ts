import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Reader } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { orgs, teamMembers, teams } from "../../platform/db/tables/teams";

type Id = SQLWrapper | string;

/** Matches the account's membership row. */
export const memberRow = (accountId: Id, teamId: Id): SQL =>
  sql`${teamMembers.teamId} = ${teamId} and ${teamMembers.accountId} = ${accountId}`;

/** Whether the account belongs to the team: as a member, owner, or owner of its organization. */
export const isTeamMemberSql = (accountId: Id, teamId: Id): SQL<boolean> =>
  sql<boolean>`exists (select from ${teams} join ${orgs} on ${orgs.id} = ${teams.orgId} where ${teams.id} = ${teamId} and ${teams.dateDeleted} is null and (${accountId} in (${teams.ownerId}, ${orgs.ownerId}) or exists (select from ${teamMembers} where ${memberRow(accountId, teamId)})))`;

/** Whether an active account belongs to a team that is not deleted. */
export async function isTeamMember(db: Reader, teamId: string, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.id, accountId),
        isNull(accounts.dateClosed),
        isNull(accounts.dateDeleted),
        isTeamMemberSql(accounts.id, teamId),
      ),
    );
  return row !== undefined;
}
