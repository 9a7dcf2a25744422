import { and, count, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import type { apps } from "../apps/table";
import type { Db } from "../db/client";
import { notFound } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { sessions } from "./table";

export type Viewer = Pick<TeamCallContext, "teamId" | "accountId" | "permissions">;

export const isTeamAdmin = ({ permissions }: Pick<Viewer, "permissions">): boolean =>
  permissions.has(Permission.TEAM_ADMIN) || permissions.has(Permission.TEAM_OWNER);

/** What is private, a session or an app, is for its creator and team admins. */
export function visible(
  viewer: Viewer,
  { createdBy, sharingConfig }: Pick<typeof sessions | typeof apps, "createdBy" | "sharingConfig"> = sessions,
): SQL | undefined {
  if (isTeamAdmin(viewer)) return undefined;
  return or(eq(createdBy, viewer.accountId), ne(sql`${sharingConfig}->>'mode'`, "private"));
}

/** The session, or 404 for one that does not exist, is another team's, or is not the viewer's to see. */
export async function sessionOf(
  db: Pick<Db, "select">,
  viewer: Viewer,
  id: string,
): Promise<typeof sessions.$inferSelect> {
  const [row] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.teamId, viewer.teamId), eq(sessions.id, id), visible(viewer)));
  if (!row) throw notFound("This session");
  return row;
}

/** What has been done with an app or an agent. */
export interface Activity {
  sessionCount: number;
  /** Of the sessions in which something has run. */
  lastRun: Date | null;
  lastRunStatus: string | null;
}

/** The activity of apps or agents by their ids; those without any are missing. Tests do not count. */
export async function activityOf(
  db: Pick<Db, "select">,
  teamId: string,
  by: "appId" | "agentId",
  ids: string[],
): Promise<Map<string | null, Activity>> {
  if (ids.length === 0) return new Map();
  const ran = ne(sessions.status, "started");
  const newest = sql`(array_agg(coalesce(${sessions.lastRun}->>'status', ${sessions.status}) order by ${sessions.dateUpdated} desc) filter (where ${ran}))[1]`;
  const rows = await db
    .select({
      id: sessions[by],
      sessionCount: count(),
      lastRun: sql`max(${sessions.dateUpdated}) filter (where ${ran})`.mapWith(sessions.dateUpdated),
      lastRunStatus: sql<string | null>`${newest}`,
    })
    .from(sessions)
    .where(and(eq(sessions.teamId, teamId), eq(sessions.test, false), inArray(sessions[by], ids)))
    .groupBy(sessions[by]);
  return new Map(rows.map((row) => [row.id, row]));
}
