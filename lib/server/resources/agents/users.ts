import { and, eq, sql } from "drizzle-orm";
import { matchesVisible, type Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { apps } from "../../platform/db/tables/apps";
import { maxUsers } from "../references/select-users";
import { listUsers } from "../references/users";

/**
 * What uses an agent, each with the revision to which it is pinned. Apps that use it only in a task are listed if they are pinned; the
 * task is listed otherwise.
 */
export async function listAgentUsers(db: Reader, viewer: Viewer, agentId: string) {
  const users = await listUsers(db, viewer, "agent", { ids: [agentId] });
  const pinned = await db
    .select({ _id: apps.id, name: apps.name, pinnedTo: sql<number>`(${apps.agentRevisions}->>${agentId}::text)::int` })
    .from(apps)
    .where(
      and(eq(apps.teamId, viewer.teamId), matchesVisible(viewer, apps), sql`${apps.agentRevisions} ? ${agentId}::text`),
    )
    .orderBy(apps.name, apps.id)
    .limit(maxUsers);
  const pins = new Map(pinned.map(({ _id, pinnedTo }) => [_id, pinnedTo]));
  const others = pinned.filter(({ _id }) => !users.some((user) => user._id === _id));
  return [
    ...users.map((user) => ({ ...user, pinnedTo: pins.get(user._id) ?? null })),
    ...others.map((app) => ({ ...app, type: "app" })),
  ];
}
