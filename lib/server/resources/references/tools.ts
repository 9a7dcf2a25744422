import { and, eq, sql } from "drizzle-orm";
import type { Issue } from "@/lib/contract/base/error";
import type { TypedDefinition } from "@/lib/contract/tools/kinds/all";
import type { Reader } from "../../platform/db/client";
import { toolRevisions, tools } from "../../platform/db/tables/tools";

/** Returns an issue for each tool pinned to another tool's revision. Locks the revisions until the transaction ends. */
export async function findPinIssues(db: Reader, teamId: string, pins: Record<string, string> = {}): Promise<Issue[]> {
  const ids = Object.values(pins);
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: toolRevisions.id, toolId: toolRevisions.toolId })
    .from(toolRevisions)
    .innerJoin(tools, eq(tools.id, toolRevisions.toolId))
    .where(and(eq(tools.teamId, teamId), sql`${toolRevisions.id} = any(${sql.param(ids)}::text[])`))
    .orderBy(toolRevisions.id)
    .for("key share", { of: toolRevisions });
  return Object.entries(pins).flatMap(([toolId, id]) =>
    rows.some((row) => row.id === id && row.toolId === toolId)
      ? []
      : [{ path: `toolRevisions.${toolId}`, message: "This revision doesn't exist or is no longer available." }],
  );
}

/** Returns the pins whose revisions exist, and locks these. */
export async function keepExistingPins(db: Reader, teamId: string, pins: Record<string, string>) {
  const gone = new Set((await findPinIssues(db, teamId, pins)).map(({ path }) => path));
  return Object.fromEntries(Object.entries(pins).filter(([toolId]) => !gone.has(`toolRevisions.${toolId}`)));
}

export type ToolRow = typeof tools.$inferSelect & { type: TypedDefinition["type"] };
