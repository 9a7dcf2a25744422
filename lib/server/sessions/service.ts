import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { Permission } from "@/lib/permissions/bits";
import type { apps } from "../apps/table";
import type { Visitor } from "../auth/visitor";
import type { Db, Tx } from "../db/client";
import { subselect } from "../db/subselect";
import { notFound } from "../http/errors";
import type { Seer, TeamCallContext } from "../http/implement";
import { isAddressed } from "../inbox/service";
import { shareVisitors } from "../shares/table";
import { sessionEvents, sessionFiles, sessions } from "./table";

export type Viewer = Pick<TeamCallContext, "teamId" | "accountId" | "permissions" | "alsoSeenBy">;

type Shared = Pick<typeof sessions | typeof apps, "createdBy" | "sharingConfig">;

const isTeamAdmin = ({ permissions }: Seer): boolean =>
  permissions.has(Permission.TEAM_ADMIN) || permissions.has(Permission.TEAM_OWNER);

/** What is private, a session or an app, is for its creator and team admins. */
export function visible(viewer: Viewer, columns: Shared = sessions): SQL | undefined {
  return and(visibleTo(viewer, columns), viewer.alsoSeenBy && visibleTo(viewer.alsoSeenBy, columns));
}

function visibleTo(seer: Seer, { createdBy, sharingConfig }: Shared): SQL | undefined {
  if (isTeamAdmin(seer)) return undefined;
  return or(eq(createdBy, seer.accountId), ne(sql`${sharingConfig}->>'mode'`, "private"));
}

type SessionRow = typeof sessions.$inferSelect;

/** The session, or 404 for one that does not exist, is another team's, or is not the viewer's to see. */
export async function sessionOf(db: Pick<Db, "select">, viewer: Viewer, id: string): Promise<SessionRow> {
  return found(await seen(db, viewer, id));
}

/** The session of a question that the viewer is to answer, which may be all that they see of it. */
export async function sessionAskedOf(db: Pick<Db, "select">, viewer: Viewer, id: string, requestId: string) {
  if (!(await isAddressed(db, viewer, id, requestId))) return sessionOf(db, viewer, id);
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.teamId, viewer.teamId), eq(sessions.id, id)));
  return found(rows);
}

/** The same, with its row locked until the transaction ends. */
export async function lockSessionOf(tx: Tx, viewer: Viewer, id: string): Promise<SessionRow> {
  return found(await seen(tx, viewer, id).for("update"));
}

const seen = (db: Pick<Db, "select">, viewer: Viewer, id: string) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.teamId, viewer.teamId), eq(sessions.id, id), visible(viewer)));

function found([row]: SessionRow[]): SessionRow {
  if (!row) throw notFound("This session");
  return row;
}

/** A visitor's session, or 404 for one that does not exist or is anybody else's. */
export async function visitorSession(db: Pick<Db, "select">, visitor: Visitor, id: string): Promise<SessionRow> {
  return found(await visited(db, visitor, id));
}

/** The same, with its row locked until the transaction ends. */
export async function lockVisitorSession(tx: Tx, visitor: Visitor, id: string): Promise<SessionRow> {
  return found(await visited(tx, visitor, id).for("update"));
}

const visited = (db: Pick<Db, "select">, visitor: Visitor, id: string) =>
  db
    .select()
    .from(sessions)
    .where(and(ofVisitor(db, visitor), eq(sessions.id, id)));

/**
 * A visitor's own sessions: those of their browser, and of somebody who is signed in those that they have begun by the link
 * in other sessions of the account.
 */
export function ofVisitor(db: Pick<Db, "select">, { link, visitor }: Visitor): SQL | undefined {
  const here = eq(sessions.visitorId, visitor.id);
  const elsewhere =
    visitor.accountId &&
    inArray(
      sessions.visitorId,
      db
        .select({ id: shareVisitors.id })
        .from(shareVisitors)
        .where(and(eq(shareVisitors.shareId, link.id), eq(shareVisitors.accountId, visitor.accountId))),
    );
  return and(eq(sessions.teamId, link.teamId), elsewhere ? or(here, elsewhere) : here);
}

/** What has been done with an app or an agent. */
export interface Activity {
  sessionCount: number;
  /** Of the sessions in which something has run. */
  lastRun: Date | null;
  lastRunStatus: string | null;
}

/** As a column beside an app's or an agent's own. Tests do not count. */
export function activityOf(teamId: string, by: "appId" | "agentId", id: AnyPgColumn): SQL<Activity> {
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

/** What of all the team's sessions lies in file storage. */
export async function filesOfTeam(db: Pick<Db, "select">, teamId: string): Promise<string[]> {
  const own = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.teamId, teamId));
  const attached = await db
    .select({ path: sessionFiles.path })
    .from(sessionFiles)
    .where(inArray(sessionFiles.sessionId, own));
  const shelved = await db
    .select({ path: sql<string>`${sessionEvents.body}->>'shelved'` })
    .from(sessionEvents)
    .where(and(inArray(sessionEvents.sessionId, own), sql`${sessionEvents.body} ? 'shelved'`));
  return [...attached, ...shelved].map(({ path }) => path);
}
