import { and, eq, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { orgs, teamMembers, teams } from "../teams/table";
import { notifications } from "./table";

/** Who reads, and where. */
export interface Reading {
  accountId: string;
  /** Null: in no team. */
  teamId: string | null;
  /** What is said to one person is not for their API keys. */
  personal: boolean;
}

const member = (accountId: SQLWrapper | string, teamId: SQLWrapper | string) =>
  sql`${teamMembers.teamId} = ${teamId} and ${teamMembers.accountId} = ${accountId}`;

/** Whether the account may enter the team: as a member, as its owner or as its organisation's. */
export const mayEnter = (accountId: SQLWrapper | string, teamId: SQLWrapper | string): SQL =>
  sql`exists (select from ${teams} join ${orgs} on ${orgs.id} = ${teams.orgId} where ${teams.id} = ${teamId} and ${teams.dateDeleted} is null and (${accountId} in (${teams.ownerId}, ${orgs.ownerId}) or exists (select from ${teamMembers} where ${member(accountId, teamId)})))`;

/** What is for everybody in the team: to a member all since they joined. */
const ofTeam = ({ accountId, teamId }: Reading & { teamId: string }): SQL | undefined =>
  and(
    isNull(notifications.accountId),
    eq(notifications.teamId, teamId),
    sql`${notifications.date} > coalesce((select ${teamMembers.dateCreated} from ${teamMembers} where ${member(accountId, teamId)}), '-infinity')`,
  );

/** What is for the account alone, of whatever team it is in, or of none. */
const ofAccount = (accountId: string): SQL | undefined =>
  and(
    eq(notifications.accountId, accountId),
    or(isNull(notifications.teamId), mayEnter(accountId, notifications.teamId)),
  );

/** What a reader may see. That they are in the team is for the caller to have checked. */
export function visible({ accountId, teamId, personal }: Reading): SQL | undefined {
  const shared = teamId === null ? undefined : ofTeam({ accountId, teamId, personal });
  const own = personal ? ofAccount(accountId) : undefined;
  return or(shared, own) ?? sql`false`;
}
