import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { mayEnter, memberRow } from "../auth/may-enter";
import { teamMembers } from "../teams/table";
import { notifications } from "./table";

/** Who reads, and where. */
export interface Reading {
  accountId: string;
  /** Null: in no team. */
  teamId: string | null;
  /** What is said to one person is not for their API keys. */
  personal: boolean;
}

/** What is for everybody in the team: to a member all since they joined. */
const ofTeam = ({ accountId, teamId }: Reading & { teamId: string }): SQL | undefined =>
  and(
    isNull(notifications.accountId),
    eq(notifications.teamId, teamId),
    sql`${notifications.date} > coalesce((select ${teamMembers.dateCreated} from ${teamMembers} where ${memberRow(accountId, teamId)}), '-infinity')`,
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
