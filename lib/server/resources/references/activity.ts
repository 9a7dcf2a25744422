import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { subselect } from "../../platform/db/query/subselect";
import { hasRun, sessions } from "../../platform/db/tables/sessions";

/** The usage of an app or agent. */
export interface Activity {
  sessionCount: number;
  /** The last run, and its status. */
  lastRun: Date | null;
  lastRunStatus: string | null;
}

/**
 * Computed columns of an app or agent. Tests are excluded. Their cost does not depend on the number of sessions: these are
 * counted by triggers.
 */
export function selectActivity(teamId: SQLWrapper | string, by: "appId" | "agentId", id: AnyPgColumn): SQL<Activity> {
  const own = and(eq(sessions.teamId, teamId), eq(sessions[by], id), hasRun(sessions));
  const last = sql`select ${sessions.dateUpdated} date, coalesce(${sessions.lastRun}->>'status', ${sessions.status}) status from ${sessions} where ${own} order by ${sessions.dateUpdated} desc limit 1`;
  const counted = sql`(select sessions from session_counts where subject_id = ${id})`;
  const changed = sql`(select sum(change) from session_count_changes where subject_id = ${id})`;
  return subselect<Activity>(
    sql`select json_build_object('sessionCount', coalesce(${counted}, 0) + coalesce(${changed}, 0), 'lastRun', last.date, 'lastRunStatus', last.status) from (select) one left join (${last}) last on true`,
  ).mapWith((found: Activity & { lastRun: string | null }) => ({
    ...found,
    lastRun: found.lastRun === null ? null : new Date(found.lastRun),
  }));
}
