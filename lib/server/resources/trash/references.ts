import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import type { Tx } from "../../platform/db/client";
import { trash, trashReferences } from "../../platform/db/tables/trash";
import { findDependents } from "../references/dependents";
import { getResource, listReferences, listReferrers } from "../references/registered";
import { getColumn, type Reference, type Resource } from "../references/resource";
import { findPutBack, listReferredIds } from "./put-back";

type Row = Record<string, unknown> & { id: string };
type StoredReference = typeof trashReferences.$inferSelect;

interface DeletedRows {
  trashId: string;
  teamId: string;
  kind: ResourceKind;
  ids: string[];
}

/** The columns from which a deletion removes references to a kind. */
const listRemovedColumns = (user: Resource, kind: ResourceKind): [string, Reference][] =>
  listReferences(user).filter(
    ([, { to, onDelete, computed }]) => to === kind && !computed && (onDelete === "clear" || onDelete === "remove"),
  );

/** Records the references that the deletion of these rows, and of those deleted with them, removes. Locks the referring rows. */
export async function recordReferences(tx: Tx, { trashId, teamId, kind, ids }: DeletedRows): Promise<void> {
  const gone = sql`${sql.param(ids)}::text[]`;
  for (const user of listReferrers(kind)) {
    const columns = listRemovedColumns(user, kind);
    // Other columns are covered by a list of the same ids.
    const listing = listReferences(user).flatMap(([column, { to, holds, onDelete }]) => {
      if (to !== kind || onDelete === "keep" || onDelete === "cascade") return [];
      const of = getColumn(user.table, column);
      return holds === "id" ? [sql`${of} = any(${gone})`] : holds === "ids" ? [sql`${of} && ${gone}`] : [];
    });
    if (listing.length === 0) continue;
    const rows = (await tx
      .select()
      .from(user.table as PgTable)
      .where(and(eq(getColumn(user.table, "teamId"), teamId), or(...listing)))
      .orderBy(user.table.id)
      .for("no key update")) as Row[];
    const found = rows.flatMap((row) =>
      columns.flatMap(([columnName, { holds }]) =>
        listReferredIds(holds, row[columnName])
          .filter((id) => ids.includes(id))
          .map((targetId) => ({
            trashId,
            kind: user.kind,
            rowId: row.id,
            columnName,
            targetId,
            value: row[columnName],
          })),
      ),
    );
    if (found.length > 0) await tx.insert(trashReferences).values(found);
  }
  for (const dependents of await findDependents(tx, teamId, kind, ids))
    if (dependents.ids.length > 0) await recordReferences(tx, { trashId, teamId, ...dependents });
}

/** Puts references back where they are still missing. Those of rows in the trash wait there. */
export async function putBackReferences(tx: Tx, teamId: string, trashId: string): Promise<void> {
  const stored = await tx
    .select()
    .from(trashReferences)
    .where(eq(trashReferences.trashId, trashId))
    .orderBy(trashReferences.kind, trashReferences.rowId, trashReferences.id);
  for (const references of Map.groupBy(stored, ({ rowId }) => rowId).values())
    await putBackInRow(tx, teamId, references);
}

/** All references are in the same row. */
async function putBackInRow(tx: Tx, teamId: string, references: StoredReference[]): Promise<void> {
  const [{ kind, rowId } = { kind: "", rowId: "" }] = references;
  const user = getResource(kind as ResourceKind);
  const row = await lockLiveRow(tx, user, teamId, rowId);
  if (!row) {
    if (await keepFor(tx, teamId, rowId, references)) return;
    // It may have been restored in the meantime.
    if (await lockLiveRow(tx, user, teamId, rowId)) await putBackInRow(tx, teamId, references);
    return;
  }
  const after: Row = { ...row };
  for (const reference of references) {
    const { columnName, targetId, value } = reference;
    const to = user.references[columnName as keyof typeof user.references] as Reference | undefined;
    if (!to) continue;
    const target = getResource(to.to);
    if (!(await lockLiveRow(tx, target, teamId, targetId))) {
      if (await keepFor(tx, teamId, targetId, [reference])) continue;
      if (!(await lockLiveRow(tx, target, teamId, targetId))) continue;
    }
    if (await to.isInvalidNow?.(tx, teamId, rowId, targetId)) continue;
    after[columnName] = findPutBack(to.holds, after[columnName], value, targetId);
  }
  if (isDeepStrictEqual(after, row)) return;
  Object.assign(after, user.trash?.derive?.(after));
  const changed = Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== row[name]));
  await tx
    .update(user.table as PgTable)
    .set(changed)
    .where(eq(user.table.id, rowId));
}

async function lockLiveRow(tx: Tx, { table, listed }: Resource, teamId: string, id: string): Promise<Row | undefined> {
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(and(eq(getColumn(table, "teamId"), teamId), eq(table.id, id), listed))
    .for("no key update");
  return row as Row | undefined;
}

/** Moves references to the item of another resource in the trash. Returns whether there is one. */
async function keepFor(tx: Tx, teamId: string, resourceId: string, references: StoredReference[]): Promise<boolean> {
  const [item] = await tx
    .select({ id: trash.id })
    .from(trash)
    .where(and(eq(trash.teamId, teamId), eq(trash.resourceId, resourceId)))
    .for("key share");
  if (!item) return false;
  const ids = references.map(({ id }) => id);
  await tx.update(trashReferences).set({ trashId: item.id }).where(inArray(trashReferences.id, ids));
  return true;
}
