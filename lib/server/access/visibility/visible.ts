import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import type { apps } from "../../platform/db/tables/apps";
import { sessions } from "../../platform/db/tables/sessions";
import type { Actor, TeamCallContext } from "../calls/implement";

export type Viewer = Pick<TeamCallContext, "teamId" | "accountId" | "permissions" | "viewAs">;

type Shared = Pick<typeof sessions | typeof apps, "createdBy" | "sharingConfig">;

export const isTeamAdmin = ({ permissions }: Actor): boolean =>
  permissions.has(Permission.TEAM_ADMIN) || permissions.has(Permission.TEAM_OWNER);

/** Private sessions and apps are visible to their creator and team admins. */
export function matchesVisible(viewer: Viewer, columns: Shared = sessions): SQL | undefined {
  return and(matchesVisibleTo(viewer, columns), viewer.viewAs && matchesVisibleTo(viewer.viewAs, columns));
}

function matchesVisibleTo(actor: Actor, { createdBy, sharingConfig }: Shared): SQL | undefined {
  if (isTeamAdmin(actor)) return undefined;
  return or(eq(createdBy, actor.accountId), ne(sql`${sharingConfig}->>'mode'`, "private"));
}
