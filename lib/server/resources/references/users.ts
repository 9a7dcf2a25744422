import { sql } from "drizzle-orm";
import type { UsedBy } from "@/lib/contract/base/error";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { findDependents } from "./dependents";
import { listReferences, listReferrers } from "./registered";
import type { Resource } from "./resource";
import { maxUsers, selectUsers } from "./select-users";

interface UsedRows {
  ids: readonly string[];
  /** The name used in prompts. */
  name?: string;
}

/** Finds the rows of one kind that use them and are not deleted with them. */
async function findUsers(
  db: Reader,
  viewer: Viewer,
  user: Resource,
  kind: ResourceKind,
  used: UsedRows,
): Promise<UsedBy> {
  const seen = user.private?.visible(viewer) ?? sql`true`;
  const references = Object.fromEntries(listReferences(user).filter(([, { onDelete }]) => onDelete !== "cascade"));
  const one = { teamId: viewer.teamId, ids: sql`${sql.param([...used.ids])}::text[]`, name: used.name };
  const found = selectUsers({ ...user, references }, kind, one, sql`, coalesce(${seen}, false) seen`);
  if (!found) return [];
  const rows = await db
    .select({ _id: sql<string>`id`, name: sql<string>`name`, seen: sql<boolean>`seen` })
    .from(sql`(${found}) used`)
    .orderBy(sql`name`)
    .limit(maxUsers);
  return rows.map(({ seen: isSeen, ...row }, i) => ({
    type: user.kind,
    ...(isSeen ? row : { _id: `private-${i}`, name: user.private?.name ?? "" }),
  }));
}

/**
 * Lists the users of some rows, or of their dependents. Private ones are counted, but their id and name are only for viewers
 * with access.
 */
export async function listUsers(db: Reader, viewer: Viewer, kind: ResourceKind, used: UsedRows): Promise<UsedBy> {
  const users: UsedBy = [];
  for (const user of listReferrers(kind)) users.push(...(await findUsers(db, viewer, user, kind, used)));
  for (const gone of await findDependents(db, viewer.teamId, kind, used.ids))
    users.push(...(await listUsers(db, viewer, gone.kind, gone)));
  return users;
}
