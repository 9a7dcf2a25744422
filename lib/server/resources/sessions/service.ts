import { and, eq, inArray, sql } from "drizzle-orm";
import type { Visitor } from "../../access/auth/visitor";
import { matchesVisibility, toVisibility, type Viewer } from "../../access/visibility/visible";
import type { Reader, Tx } from "../../platform/db/client";
import { defineQueries } from "../../platform/db/query/define-query";
import { sessionEvents, sessionFiles, sessions } from "../../platform/db/tables/sessions";
import { notFound } from "../../platform/errors/errors";
import { isAddressed } from "../inbox/service";
import { matchesVisitor } from "../shares/of-visitor";

type SessionRow = typeof sessions.$inferSelect;

/** Returns the session. Throws 404 if it does not exist, belongs to another team, or is not visible to the viewer. */
export async function getSession(db: Reader, viewer: Viewer, id: string): Promise<SessionRow> {
  return requireSession(await selectVisible(db, toFilter(viewer, id), { lock: "none" }));
}

/** Returns the session of a request assigned to the viewer, who may have no other access to it. */
export async function getSessionForAnswer(db: Reader, viewer: Viewer, id: string, requestId: string) {
  if (!(await isAddressed(db, viewer, id, requestId))) return getSession(db, viewer, id);
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.teamId, viewer.teamId), eq(sessions.id, id)));
  return requireSession(rows);
}

/** The same, with its row locked until the transaction ends. */
export async function lockSession(tx: Tx, viewer: Viewer, id: string): Promise<SessionRow> {
  return requireSession(await selectVisible(tx, toFilter(viewer, id), { lock: "update" }));
}

const toFilter = (viewer: Viewer, id: string) => ({ teamId: viewer.teamId, id, ...toVisibility(viewer) });

const selectVisible = defineQueries<ReturnType<typeof toFilter>, { lock: "none" | "update" }>()(
  (db, given, { lock }) => {
    const query = db
      .select()
      .from(sessions)
      .where(and(eq(sessions.teamId, given.teamId), eq(sessions.id, given.id), matchesVisibility(given)));
    return lock === "update" ? query.for("update") : query;
  },
);

function requireSession([row]: SessionRow[]): SessionRow {
  if (!row) throw notFound("This session");
  return row;
}

/** Returns a visitor's session. Throws 404 if it does not exist or belongs to someone else. */
export async function getVisitorSession(db: Reader, visitor: Visitor, id: string): Promise<SessionRow> {
  return requireSession(await selectVisited(db, visitor, id));
}

/** The same, with its row locked until the transaction ends. */
export async function lockVisitorSession(tx: Tx, visitor: Visitor, id: string): Promise<SessionRow> {
  return requireSession(await selectVisited(tx, visitor, id).for("update"));
}

const selectVisited = (db: Reader, visitor: Visitor, id: string) =>
  db
    .select()
    .from(sessions)
    .where(and(matchesVisitor(db, visitor), eq(sessions.id, id)));

/** The files of all the team's sessions in storage. */
export async function listTeamFiles(db: Reader, teamId: string): Promise<string[]> {
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
