import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import type { Tx } from "../../platform/db/client";
import { findDependents } from "./dependents";
import { listReferences, listReferrers } from "./registered";
import { getColumn, type Reference, type Resource } from "./resource";

/** Returns the SQL of a column's value without the ids. */
function withoutIds({ table }: Resource, column: string, { holds }: Reference, ids: SQL): SQL {
  const of = getColumn(table, column);
  if (holds === "keys") return sql`${of} - ${ids}`;
  if (typeof holds === "object")
    return sql`(select coalesce(jsonb_agg(case when entry->>${holds.field}::text = any(${ids}) then entry - ${holds.field}::text else entry end order by n), '[]') from jsonb_array_elements(${of}) with ordinality t (entry, n))`;
  return sql`array(select one from unnest(${of}) with ordinality t (one, n) where one <> all(${ids}) order by n)`;
}

const toIdArray = (ids: string[]): SQL => sql`${sql.param(ids)}::text[]`;

/** The columns from which a deletion removes ids, with a condition for the affected rows. */
function listListingColumns(teamId: string, kind: ResourceKind, ids: SQL) {
  return listReferrers(kind).flatMap((user) => {
    const removed = listReferences(user).filter(([, { to, onDelete }]) => to === kind && onDelete === "remove");
    const lists = removed.filter(([, { holds }]) => holds === "ids");
    if (lists.length === 0) return [];
    const listing = or(...lists.map(([column]) => sql`${getColumn(user.table, column)} && ${ids}`));
    return [{ user, removed, where: and(eq(getColumn(user.table, "teamId"), teamId), listing) }];
  });
}

/**
 * Locks the rows that refer to rows of a kind. Called before locking the row to be deleted: edits lock the referring row first.
 */
export async function lockReferrers(tx: Tx, teamId: string, kind: ResourceKind, ids: string[]): Promise<void> {
  for (const { user, where } of listListingColumns(teamId, kind, toIdArray(ids)))
    await tx
      .select({ id: user.table.id })
      .from(user.table as PgTable)
      .where(where)
      .orderBy(user.table.id)
      .for("no key update");
}

/** Removes references to deleted rows and their dependents, except those that foreign keys clear. */
export async function releaseReferences(tx: Tx, teamId: string, kind: ResourceKind, gone: string[]): Promise<void> {
  if (gone.length === 0) return;
  const ids = toIdArray(gone);
  // Only the affected rows.
  for (const { user, removed, where } of listListingColumns(teamId, kind, ids))
    await tx
      .update(user.table as PgTable)
      .set(Object.fromEntries(removed.map(([column, to]) => [column, withoutIds(user, column, to, ids)])))
      .where(where);
  for (const dependents of await findDependents(tx, teamId, kind, gone))
    await releaseReferences(tx, teamId, dependents.kind, dependents.ids);
}
