import { and, eq, sql } from "drizzle-orm";
import type { UsedBy } from "@/lib/contract/base/error";
import { matchesVisible, type Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { apps } from "../../platform/db/tables/apps";
import { getResource } from "../references/registered";
import { maxUsers, selectUsersOf } from "../references/select-users";

type AppOfAgent = UsedBy[number] & { pinnedTo: number | null };

/**
 * Lists the apps that use an agent, or have a task that does, each with the revision to which it is pinned. Private ones are counted,
 * but their id and name are only for viewers with access.
 */
export async function listAppsOfAgent(db: Reader, viewer: Viewer, agentId: string): Promise<AppOfAgent[]> {
  const used = { teamId: viewer.teamId, ids: sql`array[${agentId}::text]` };
  const users = selectUsersOf("app", "agent", { through: "task", used });
  const seen = matchesVisible(viewer, apps) ?? sql`true`;
  const rows = await db
    .select({
      _id: apps.id,
      name: apps.name,
      pinnedTo: sql<number | null>`(${apps.agentRevisions}->>${agentId}::text)::int`,
      isSeen: sql<boolean>`coalesce(${seen}, false)`,
    })
    .from(apps)
    .where(and(eq(apps.teamId, viewer.teamId), sql`${apps.id} = any(array(select id from (${users}) users))`))
    .orderBy(apps.name, apps.id)
    .limit(maxUsers);
  const hiddenName = getResource("app").private?.name ?? "";
  return rows.map(({ isSeen, pinnedTo, ...row }, i) => ({
    type: "app",
    pinnedTo,
    ...(isSeen ? row : { _id: `private-${i}`, name: hiddenName }),
  }));
}
