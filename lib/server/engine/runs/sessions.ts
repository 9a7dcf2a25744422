import { and, eq, notExists, sql } from "drizzle-orm";
import type { TeamCallContext } from "../../access/calls/implement";
import type { Db, Reader, Tx } from "../../platform/db/client";
import { defineQueries } from "../../platform/db/query/define-query";
import { sessionEvents, sessions } from "../../platform/db/tables/sessions";
import { newId } from "../../platform/ids/ids";
import { mergeValues } from "./context/values";

type SessionRow = typeof sessions.$inferSelect;
type NewSession = Omit<typeof sessions.$inferInsert, "id" | "variables" | "secretVariables">;
/** What a session copies from the unsaved definition that it previews. */
type PreviewColumns = Pick<NewSession, "name" | "appType" | "agentId" | "maxMessages" | "preview" | "revisions">;
type Change = Partial<Pick<SessionRow, "name" | "variables" | "secretVariables" | "revisions" | "clientOptions">>;

const sessionCondition = ({ id, teamId }: Pick<SessionRow, "id" | "teamId">) =>
  and(eq(sessions.teamId, teamId), eq(sessions.id, id));

const insertSession = defineQueries<
  NewSession & Pick<SessionRow, "id" | "variables" | "secretVariables">,
  Record<never, string>
>()((db, given) => db.insert(sessions).values(given).returning());

/** Creates a session with the given values. */
export async function createSession(
  db: Reader & Pick<Db, "insert">,
  { id = newId("session"), ...row }: NewSession & { id?: string | undefined },
  values: Record<string, string> = {},
): Promise<SessionRow> {
  const emptySession = { id, teamId: row.teamId, variables: {}, secretVariables: {} };
  const mergedValues = await mergeValues(db, emptySession, values);
  const [session] = await insertSession(db, { ...row, ...mergedValues, id }, {});
  if (!session) throw new Error("The session was not stored.");
  return session;
}

/** Creates the session of a preview, which only its creator sees. Returns its id. */
export async function createPreview(tx: Tx, ctx: TeamCallContext, columns: PreviewColumns): Promise<string> {
  const { teamId, team, accountId, principal } = ctx;
  const { id } = await createSession(tx, {
    ...columns,
    appName: columns.name,
    teamId,
    orgId: team.orgId,
    createdBy: accountId,
    sharingConfig: { mode: "private", emails: [] },
    trigger: principal.kind === "key" ? "api" : "chat",
    test: true,
  });
  return id;
}

export const updateSession = (tx: Tx, session: Pick<SessionRow, "id" | "teamId">, change: Change) =>
  tx.update(sessions).set(change).where(sessionCondition(session));

/** Deletes the session with its log; files remain in storage. */
export const deleteSession = (tx: Tx, session: Pick<SessionRow, "id" | "teamId">) =>
  tx.delete(sessions).where(sessionCondition(session));

/** Removes the plain value of a variable from the team's sessions. */
export const deleteValue = (tx: Tx, teamId: string, name: string) =>
  tx
    .update(sessions)
    .set({ variables: sql`${sessions.variables} - ${name}::text` })
    .where(and(eq(sessions.teamId, teamId), sql`${sessions.variables} ? ${name}`));

/** Clears the preview of a session without messages. */
export async function clearPreview(tx: Tx, sessionId: string): Promise<void> {
  const messages = tx
    .select({ seq: sessionEvents.seq })
    .from(sessionEvents)
    .where(and(eq(sessionEvents.sessionId, sessionId), eq(sessionEvents.kind, "message")));
  await tx
    .update(sessions)
    .set({ previewText: "" })
    .where(and(eq(sessions.id, sessionId), notExists(messages)));
}
