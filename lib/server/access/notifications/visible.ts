import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { notifications } from "../../platform/db/tables/notifications";
import { teamMembers } from "../../platform/db/tables/teams";
import { isTeamMemberSql, memberRow } from "../auth/is-team-member";

/** The reader and their team. */
export interface Reading {
  accountId: string;
  /** Null: no team. */
  teamId: string | null;
  /** Personal notifications are hidden from API keys. */
  personal: boolean;
}

/** Team notifications, visible to a member since they joined. */
const ofTeam = ({ accountId, teamId }: Reading & { teamId: string }): SQL | undefined =>
  and(
    isNull(notifications.accountId),
    eq(notifications.teamId, teamId),
    sql`${notifications.date} > coalesce((select ${teamMembers.dateCreated} from ${teamMembers} where ${memberRow(accountId, teamId)}), '-infinity')`,
  );

/** Personal notifications, of any team of the account or none. */
const ofAccount = (accountId: string): SQL | undefined =>
  and(
    eq(notifications.accountId, accountId),
    or(isNull(notifications.teamId), isTeamMemberSql(accountId, notifications.teamId)),
  );

/** The notifications visible to a reader. The caller has checked the team membership. */
export function visible({ accountId, teamId, personal }: Reading): SQL | undefined {
  const shared = teamId === null ? undefined : ofTeam({ accountId, teamId, personal });
  const own = personal ? ofAccount(accountId) : undefined;
  return or(shared, own) ?? sql`false`;
}
