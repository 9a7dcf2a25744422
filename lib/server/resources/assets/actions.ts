import { and, eq } from "drizzle-orm";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { assets } from "../../platform/db/tables/assets";
import { notFound } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";

type Picture = Pick<typeof assets.$inferInsert, "name" | "filename" | "mimeType" | "size">;

export async function createAsset(tx: Tx, { teamId, accountId }: Viewer, picture: Picture): Promise<string> {
  const id = newId("asset");
  await tx.insert(assets).values({ id, teamId, createdBy: accountId, ...picture });
  return id;
}

/** Deletes the row and returns it, so that the caller can delete its file. */
export async function deleteAsset(tx: Tx, teamId: string, id: string): Promise<typeof assets.$inferSelect> {
  const [gone] = await tx
    .delete(assets)
    .where(and(eq(assets.teamId, teamId), eq(assets.id, id)))
    .returning();
  if (!gone) throw notFound("This image");
  return gone;
}
