import { and, eq, notExists, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/client";
import { sessionEvents, sessions } from "../../platform/db/tables/sessions";
import { newId } from "../../platform/ids/ids";
import { mergeValues } from "./context/values";

type SessionRow = typeof sessions.$inferSelect;
type NewSession = Omit<typeof sessions.$inferInsert, "id" | "variables" | "secretVariables">;
type Change = Partial<Pick<SessionRow, "name" | "variables" | "secretVariables">>;

const ownSession = ({ id, teamId }: Pick<SessionRow, "id" | "teamId">) =>
  and(eq(sessions.teamId, teamId), eq(sessions.id, id));

/** Begins a session with the values that it is given. */
export async function createSession(
  db: Pick<Db, "insert" | "select">,
  row: NewSession,
  values: Record<string, string> = {},
): Promise<SessionRow> {
  const id = newId("session");
  const fresh = { id, teamId: row.teamId, variables: {}, secretVariables: {} };
  const own = await mergeValues(db, fresh, values);
  const [session] = await db
    .insert(sessions)
    .values({ ...row, ...own, id })
    .returning();
  if (!session) throw new Error("The session was not stored.");
  return session;
}

export const updateSession = (tx: Tx, session: Pick<SessionRow, "id" | "teamId">, change: Change) =>
  tx.update(sessions).set(change).where(ownSession(session));

/** With its log; the files stay in the storage. */
export const deleteSession = (tx: Tx, session: Pick<SessionRow, "id" | "teamId">) =>
  tx.delete(sessions).where(ownSession(session));

/** Forgets a value in clear that sessions of the team were given for a variable. */
export const forgetValue = (tx: Tx, teamId: string, name: string) =>
  tx
    .update(sessions)
    .set({ variables: sql`${sessions.variables} - ${name}::text` })
    .where(and(eq(sessions.teamId, teamId), sql`${sessions.variables} ? ${name}`));

/** The list of sessions shows the newest text, as long as that is there. */
export async function forgetPreview(tx: Tx, sessionId: string): Promise<void> {
  const messages = tx
    .select({ seq: sessionEvents.seq })
    .from(sessionEvents)
    .where(and(eq(sessionEvents.sessionId, sessionId), eq(sessionEvents.kind, "message")));
  await tx
    .update(sessions)
    .set({ previewText: "" })
    .where(and(eq(sessions.id, sessionId), notExists(messages)));
}
