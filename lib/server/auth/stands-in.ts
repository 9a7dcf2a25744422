import { and, eq, isNull, or, sql } from "drizzle-orm";
import { accounts } from "../accounts/table";
import type { Db } from "../db/client";
import { orgs, teamMembers, teams } from "../teams/table";

/** Whether somebody is in a team that is there, with an account that is open: as runs ask of their principal. */
export async function standsIn(db: Pick<Db, "select">, teamId: string, accountId: string): Promise<boolean> {
  const member = sql`exists (select from ${teamMembers} where ${teamMembers.teamId} = ${teams.id} and ${teamMembers.accountId} = ${accounts.id})`;
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(teams, and(eq(teams.id, teamId), isNull(teams.dateDeleted)))
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .where(
      and(
        ...[eq(accounts.id, accountId), isNull(accounts.dateClosed), isNull(accounts.dateDeleted)],
        or(eq(teams.ownerId, accounts.id), eq(orgs.ownerId, accounts.id), member),
      ),
    );
  return row !== undefined;
}
