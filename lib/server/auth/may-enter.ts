import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { orgs, teamMembers, teams } from "../teams/table";

type Id = SQLWrapper | string;

/** Which row makes the account a member of the team. */
export const memberRow = (accountId: Id, teamId: Id): SQL =>
  sql`${teamMembers.teamId} = ${teamId} and ${teamMembers.accountId} = ${accountId}`;

/** Whether the account may enter the team: as a member, as its owner or as its organisation's. */
export const mayEnter = (accountId: Id, teamId: Id): SQL<boolean> =>
  sql<boolean>`exists (select from ${teams} join ${orgs} on ${orgs.id} = ${teams.orgId} where ${teams.id} = ${teamId} and ${teams.dateDeleted} is null and (${accountId} in (${teams.ownerId}, ${orgs.ownerId}) or exists (select from ${teamMembers} where ${memberRow(accountId, teamId)})))`;
