import { and, eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import type { Tx } from "../../platform/db/client";
import { trash, trashReferences } from "../../platform/db/tables/trash";
import { notFound } from "../../platform/errors/errors";
import { findReferenceIssues } from "../references/check";
import { getResource } from "../references/registered";
import { getColumn, type Reference, type Resource, type Restorer } from "../references/resource";
import { lockItem } from "./purge";
import { removeId } from "./put-back";
import { findTrashedNames, type TrashRow } from "./queries";
import { putBackReferences } from "./references";
import { insertDeletedRows, readDeletedRow } from "./rows";

type Row = Record<string, unknown> & { id: string };

interface Missing {
  column: string;
  holds: Reference["holds"];
  type: ResourceKind;
  id: string;
}

async function readRow(tx: Tx, item: TrashRow, { table, trash: rules }: Resource): Promise<Row> {
  const own = and(eq(getColumn(table, "teamId"), item.teamId), eq(table.id, item.resourceId));
  const row = rules?.hidden
    ? (
        await tx
          .select()
          .from(table as PgTable)
          .where(own)
      )[0]
    : await readDeletedRow(tx, item.id, table);
  if (!row) throw notFound("This item");
  return row as Row;
}

/** Finds what a row refers to that no longer exists or can't be referred to now. */
async function findMissing(tx: Tx, caller: Restorer, kind: ResourceKind, row: Row): Promise<Missing[]> {
  const { references } = getResource(kind);
  const issues = await findReferenceIssues(tx, caller, kind, row);
  return issues.flatMap(({ path }) => {
    const [column = "", part = ""] = path.split(".");
    const to = references[column as keyof typeof references] as Reference | undefined;
    if (!to) return [];
    const { holds, to: type } = to;
    const value = row[column];
    const id = holds === "id" ? value : holds === "keys" ? part : ((value as unknown[])[Number(part)] as string | Row);
    return [{ column, holds, type, id: (typeof holds === "object" ? (id as Row)[holds.field] : id) as string }];
  });
}

/** Removes references from the row. They are put back once what they refer to is restored. */
async function removeMissing(tx: Tx, { id: trashId, kind, resourceId }: TrashRow, row: Row, missing: Missing[]) {
  const after: Row = { ...row };
  for (const { column, holds, id } of missing) after[column] = removeId(holds, after[column], id);
  if (missing.length > 0)
    await tx.insert(trashReferences).values(
      missing.map(({ column, id }) => ({
        trashId,
        kind,
        rowId: resourceId,
        columnName: column,
        targetId: id,
        value: row[column],
      })),
    );
  return { ...after, ...getResource(kind).trash?.derive?.(after) };
}

/** Restores an item. Returns what it referred to that no longer exists. */
export async function restoreItem(tx: Tx, caller: Restorer, item: TrashRow, name: string | undefined) {
  const { id: trashId, kind, teamId } = item;
  const resource: Resource = getResource(kind);
  const row = await readRow(tx, item, resource);
  const prepared = await resource.trash?.prepare?.(tx, caller, row, { trashId, name });
  // After the locks of a creation: of several restores, one finds it.
  if (!(await lockItem(tx, teamId, trashId))) throw notFound("This item");
  const ready = { ...row, ...prepared };
  const missing = await findMissing(tx, caller, kind, ready);
  const after = await removeMissing(tx, item, ready, missing);
  const changed = Object.fromEntries(Object.entries(after).filter(([column, value]) => value !== row[column]));
  await insertDeletedRows(tx, trashId, resource.table, changed);
  await resource.trash?.hidden?.show(tx, teamId, item.resourceId, changed);
  const ids = missing.map(({ id }) => id);
  const names = await findTrashedNames(tx, caller, ids);
  await putBackReferences(tx, teamId, trashId);
  await tx.delete(trash).where(eq(trash.id, trashId));
  const found = new Map(missing.map(({ id, type }) => [id, { type, name: names.get(id) ?? null }]));
  const cleared = resource.trash?.hidden?.listCleared(row) ?? [];
  return {
    _id: item.resourceId,
    type: kind,
    missing: [...found.values(), ...cleared.map((type) => ({ type, name: null }))],
  };
}
