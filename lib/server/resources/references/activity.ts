import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { subselect } from "../../platform/db/query/subselect";
import { sessions } from "../../platform/db/tables/sessions";

/** The usage of an app or agent. */
export interface Activity {
  sessionCount: number;
  /** The last run, and the number of sessions with at least one run. */
  lastRun: Date | null;
  lastRunStatus: string | null;
}

/** Computed columns of an app or agent. Tests are excluded. */
export function selectActivity(teamId: SQLWrapper | string, by: "appId" | "agentId", id: AnyPgColumn): SQL<Activity> {
  const ran = sql`filter (where ${sessions.status} <> 'started')`;
  const status = sql`coalesce(${sessions.lastRun}->>'status', ${sessions.status})`;
  const newest = sql`(array_agg(${status} order by ${sessions.dateUpdated} desc) ${ran})[1]`;
  const lastRun = sql`max(${sessions.dateUpdated}) ${ran}`;
  const own = and(eq(sessions.teamId, teamId), eq(sessions.test, false), eq(sessions[by], id));
  return subselect<Activity>(
    sql`select json_build_object('sessionCount', count(*), 'lastRun', ${lastRun}, 'lastRunStatus', ${newest}) from ${sessions} where ${own}`,
  ).mapWith((found: Activity & { lastRun: string | null }) => ({
    ...found,
    lastRun: found.lastRun === null ? null : new Date(found.lastRun),
  }));
}
