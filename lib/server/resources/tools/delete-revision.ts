import { and, eq } from "drizzle-orm";
import type { Tx } from "../../platform/db/client";
import { checkUnused } from "../../platform/db/query/edit";
import { toolRevisions } from "../../platform/db/tables/tools";
import { AppError } from "../../platform/errors/errors";
import { lockTool } from "./actions";
import { listPinnedAgents } from "./queries";
import { getRevision } from "./revisions";

export async function deleteRevision(tx: Tx, teamId: string, revisionId: string): Promise<void> {
  const found = await getRevision(tx, teamId, revisionId);
  const row = await lockTool(tx, teamId, found.tool.id);
  // Locked before reading the pins, so that an agent being pinned to it concurrently waits or is found.
  const own = and(eq(toolRevisions.toolId, row.id), eq(toolRevisions.id, revisionId));
  await tx.select({ id: toolRevisions.id }).from(toolRevisions).where(own).for("update");
  if (row.revisionId === revisionId)
    throw new AppError("conflict", "This revision is applied. Apply another revision first.");
  checkUnused(await listPinnedAgents(tx, teamId, row.id, revisionId), false);
  await tx.delete(toolRevisions).where(own);
}
