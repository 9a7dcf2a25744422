import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { notifications } from "../../platform/db/tables/notifications";
import { teamMembers } from "../../platform/db/tables/teams";
import { isTeamMemberSql, memberRow } from "../auth/is-team-member";

/** The reader and their team. */
export interface NotificationReader {
  accountId: string;
  /** Null: no team. */
  teamId: string | null;
  /** Personal notifications are hidden from API keys. */
  personal: boolean;
}

/** Team notifications, visible to a member since they joined. */
const matchesTeam = ({ accountId, teamId }: NotificationReader & { teamId: string }): SQL | undefined =>
  and(
    isNull(notifications.accountId),
    eq(notifications.teamId, teamId),
    sql`${notifications.date} > coalesce((select ${teamMembers.dateCreated} from ${teamMembers} where ${memberRow(accountId, teamId)}), '-infinity')`,
  );

/** Personal notifications, of any team of the account or none. */
const matchesAccount = (accountId: string): SQL | undefined =>
  and(
    eq(notifications.accountId, accountId),
    or(isNull(notifications.teamId), isTeamMemberSql(accountId, notifications.teamId)),
  );

/** The notifications visible to a reader. The caller has checked the team membership. */
export function matchesVisible({ accountId, teamId, personal }: NotificationReader): SQL | undefined {
  const shared = teamId === null ? undefined : matchesTeam({ accountId, teamId, personal });
  const own = personal ? matchesAccount(accountId) : undefined;
  return or(shared, own) ?? sql`false`;
}
