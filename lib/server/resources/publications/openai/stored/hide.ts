import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../../../platform/db/client";
import { sessions } from "../../../../platform/db/tables/sessions";
import type { FoundResponse } from "./responses";

/** Makes a response unreadable through the API. Its session stays in the team's history. */
export async function hideResponse(db: Db, { part, session }: FoundResponse): Promise<void> {
  const { clientOptions: options, id, teamId } = sessions;
  const hidden = sql`coalesce(${options}->'hidden', '[]'::jsonb) || ${JSON.stringify([part.id])}::jsonb`;
  await db
    .update(sessions)
    .set({ clientOptions: sql`coalesce(${options}, '{}'::jsonb) || jsonb_build_object('hidden', ${hidden})` })
    .where(and(eq(teamId, session.teamId), eq(id, session.id)));
}
