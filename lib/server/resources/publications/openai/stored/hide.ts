import { and, eq } from "drizzle-orm";
import { updateSession } from "../../../../engine/runs/sessions";
import type { Db } from "../../../../platform/db/client";
import { sessions } from "../../../../platform/db/tables/sessions";
import type { FoundResponse } from "./responses";

/** Makes a response unreadable through the API. Its session stays in the team's history. */
export async function hideResponse(db: Db, { part, session }: FoundResponse): Promise<void> {
  await db.transaction(async (tx) => {
    const own = and(eq(sessions.teamId, session.teamId), eq(sessions.id, session.id));
    const [row] = await tx.select({ options: sessions.clientOptions }).from(sessions).where(own).for("update");
    const hidden = [...new Set(row?.options?.hidden).add(part.id)];
    await updateSession(tx, session, { clientOptions: { ...row?.options, hidden } });
  });
}
