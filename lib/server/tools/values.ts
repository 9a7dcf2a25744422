import { and, eq } from "drizzle-orm";
import type { Db } from "../db/client";
import { clearValues } from "../runs/values";
import { sessions } from "../sessions/table";
import type { VariableRow } from "../variables/service";

/** What stands in the place of names: the values of these variables, and before them what a session says of those. */
export async function valuesOf(
  db: Pick<Db, "select">,
  teamId: string,
  known: readonly VariableRow[],
  sessionId?: string,
) {
  if (known.length === 0) return clearValues(undefined, []);
  const { id, variables, secretVariables } = sessions;
  const [session] = sessionId
    ? await db
        .select({ id, teamId: sessions.teamId, variables, secretVariables })
        .from(sessions)
        .where(and(eq(sessions.teamId, teamId), eq(id, sessionId)))
    : [];
  return clearValues(session, known);
}
