import { and, eq, ne, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import type { Given } from "../../platform/db/query/define-query";
import type { apps } from "../../platform/db/tables/apps";
import { sessions } from "../../platform/db/tables/sessions";
import type { trash } from "../../platform/db/tables/trash";
import type { Actor, TeamCallContext } from "../calls/implement";

export type Viewer = Pick<TeamCallContext, "teamId" | "accountId" | "permissions" | "viewAs">;

type Shared = Pick<typeof sessions | typeof apps | typeof trash, "createdBy" | "sharingConfig">;

export const isTeamAdmin = ({ permissions }: Actor): boolean =>
  permissions.has(Permission.TEAM_ADMIN) || permissions.has(Permission.TEAM_OWNER);

/**
 * The accounts whose private rows a viewer sees, as values of a query; undefined for team admins, who see all. Both are
 * required, so that a list that leaves them out does not compile.
 */
export type Visibility = { owner: string | undefined; viewedOwner: string | undefined };

const findOwner = (actor: Actor): string | undefined => (isTeamAdmin(actor) ? undefined : actor.accountId);

export const toVisibility = (viewer: Viewer): Visibility => ({
  owner: findOwner(viewer),
  viewedOwner: viewer.viewAs && findOwner(viewer.viewAs),
});

/** Private sessions and apps are visible to their creator and team admins. */
export const matchesVisible = (viewer: Viewer, columns: Shared = sessions): SQL | undefined =>
  matchesVisibility(toVisibility(viewer), columns);

/** The same for a query that is built once. */
export const matchesVisibility = (
  { owner, viewedOwner }: Visibility | Given<Visibility>,
  columns: Shared = sessions,
): SQL | undefined => and(matchesVisibleTo(owner, columns), matchesVisibleTo(viewedOwner, columns));

function matchesVisibleTo(owner: string | Placeholder | undefined, { createdBy, sharingConfig }: Shared) {
  if (owner === undefined) return undefined;
  return or(eq(createdBy, owner), ne(sql`${sharingConfig}->>'mode'`, "private"));
}
