import { and, eq } from "drizzle-orm";
import { decryptValues } from "../../engine/runs/context/values";
import type { VariableRow } from "../../engine/variables/variables";
import type { Reader } from "../../platform/db/client";
import { sessions } from "../../platform/db/tables/sessions";

/** Values for variable names: a session's override the variables' own. */
export async function findValues(db: Reader, teamId: string, known: readonly VariableRow[], sessionId?: string) {
  if (known.length === 0) return decryptValues(undefined, []);
  const { id, variables, secretVariables } = sessions;
  const [session] = sessionId
    ? await db
        .select({ id, teamId: sessions.teamId, variables, secretVariables })
        .from(sessions)
        .where(and(eq(sessions.teamId, teamId), eq(id, sessionId)))
    : [];
  return decryptValues(session, known);
}
