import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import type { Db } from "../db/client";
import { notFound } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { sessions } from "./table";

export type Viewer = Pick<TeamCallContext, "teamId" | "accountId" | "permissions">;

export const isTeamAdmin = ({ permissions }: Pick<Viewer, "permissions">): boolean =>
  permissions.has(Permission.TEAM_ADMIN) || permissions.has(Permission.TEAM_OWNER);

/** Private sessions are for their creator and team admins. */
export function visible(viewer: Viewer): SQL | undefined {
  if (isTeamAdmin(viewer)) return undefined;
  return or(eq(sessions.createdBy, viewer.accountId), ne(sql`${sessions.sharingConfig}->>'mode'`, "private"));
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
