import { and, eq, getTableName, gte, lt, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type TrashKind, trashDays } from "@/lib/constants/trash";
import type { Viewer } from "../../access/visibility/visible";
import { afterCommit } from "../../platform/db/after-commit";
import type { Db, Reader, Tx } from "../../platform/db/client";
import type { SharingConfig } from "../../platform/db/tables/apps";
import { trash, trashRows } from "../../platform/db/tables/trash";
import { newId } from "../../platform/ids/ids";
import { getResource } from "../references/registered";
import { releaseReferences } from "../references/release";
import type { ResourceTable } from "../references/resource";
import { listCascade } from "./cascade";
import { purgeWhere, trimTrash } from "./purge";
import { recordReferences } from "./references";
import { matchesRows, selectDeletedRows, toStoredColumns } from "./rows";

export { selectDeletedRows };

interface DeletedRow {
  id: string;
  name: string;
  createdBy: string | null;
  sharingConfig?: SharingConfig;
}

/** What the trash has to know in addition. */
interface Extent {
  /** Bytes of its files and vectors. */
  bytes?: number;
  /** It is not kept longer, because of the team's retention. */
  until?: Date | undefined;
  dateStarted?: Date;
  oldestEvent?: Date | null;
}

const dayMs = 86_400_000;
const teamSharing: SharingConfig = { mode: "team", emails: [] };

/** Adds an item for a locked row to the trash, with the references to it, which are removed. Returns the item's id. */
export async function addToTrash(
  tx: Tx,
  { teamId, accountId }: Viewer,
  kind: TrashKind,
  { id: resourceId, name, createdBy, sharingConfig = teamSharing }: DeletedRow,
  { bytes = 0, until, ...extent }: Extent = {},
): Promise<string> {
  const id = newId("trash");
  const expires = new Date(Math.min(Date.now() + trashDays * dayMs, until?.getTime() ?? Number.POSITIVE_INFINITY));
  const own = { id, teamId, kind, resourceId, name, createdBy, sharingConfig, deletedBy: accountId, bytes };
  await tx.insert(trash).values({ ...own, expires, ...extent });
  await recordReferences(tx, { trashId: id, teamId, kind, ids: [resourceId] });
  await releaseReferences(tx, teamId, kind, [resourceId]);
  afterCommit(tx, () => trimTrash(teamId));
  return id;
}

/** Deletes rows, with those that foreign keys delete with them, and keeps them in the trash. */
export async function moveRows(tx: Tx, trashId: string, kind: TrashKind, table: PgTable, where: SQL): Promise<void> {
  const filePaths = getResource(kind).trash?.filePaths ?? {};
  for (const one of listCascade({ table, where })) {
    const path = filePaths[getTableName(one.table)];
    const fileKey = path ? sql`to_jsonb(gone) #>> ${sql.param(path)}::text[]` : sql`null`;
    await tx.execute(sql`
      with gone as (delete from ${one.table} where ${one.where} returning *)
      insert into ${trashRows} (trash_id, table_name, row, file_key)
      select ${trashId}, ${getTableName(one.table)}, to_jsonb(gone), ${fileKey} from gone`);
  }
  const size = sql`(select coalesce(sum(pg_column_size(${trashRows.row})), 0) from ${trashRows} where ${trashRows.trashId} = ${trashId})`;
  await tx
    .update(trash)
    .set({ bytes: sql`${trash.bytes} + ${size}` })
    .where(eq(trash.id, trashId));
}

/** Deletes a locked row and moves it to the trash. Returns the item's id there. */
export async function moveToTrash(
  tx: Tx,
  caller: Viewer,
  kind: TrashKind,
  row: DeletedRow,
  extent?: Extent,
): Promise<string> {
  const trashId = await addToTrash(tx, caller, kind, row, extent);
  const { table } = getResource(kind);
  await moveRows(tx, trashId, kind, table, eq(table.id, row.id));
  return trashId;
}

/** Changes deleted rows of a table before they are restored. */
export async function changeDeletedRows<T extends ResourceTable>(
  tx: Tx,
  trashId: string,
  table: T,
  change: (row: T["$inferSelect"]) => Promise<Partial<T["$inferSelect"]>>,
): Promise<void> {
  for (const row of await selectDeletedRows(tx, trashId, table)) {
    const { id } = row as { id: string };
    const changed = JSON.stringify(toStoredColumns(table, await change(row)));
    await tx
      .update(trashRows)
      .set({ row: sql`${trashRows.row} || ${changed}::jsonb` })
      .where(sql`${matchesRows(trashId, table)} and ${trashRows.row}->>'id' = ${id}`);
  }
}

/** The files of a team's trash in storage. */
export async function listTrashedFiles(db: Reader, teamId: string): Promise<string[]> {
  const rows = await db
    .select({ key: sql<string>`${trashRows.fileKey}` })
    .from(trashRows)
    .innerJoin(trash, eq(trash.id, trashRows.trashId))
    .where(sql`${trash.teamId} = ${teamId} and ${trashRows.fileKey} is not null`);
  return rows.map(({ key }) => key);
}

/** Ends the visits of an account in deleted share links, like those in others. Limited to teams unless undefined. */
export async function endTrashedVisits(
  tx: Tx,
  teamIds: string[] | undefined,
  accountIds: readonly string[],
): Promise<void> {
  const items = tx
    .select({ id: trash.id })
    .from(trash)
    .where(teamIds && sql`${trash.teamId} = any(${sql.param(teamIds)}::text[])`);
  const ended = { account_id: null, hash: null, token_id: null };
  await tx
    .update(trashRows)
    .set({ row: sql`${trashRows.row} || ${JSON.stringify(ended)}::jsonb` })
    .where(
      sql`${trashRows.tableName} = 'share_visitors' and ${trashRows.row}->>'account_id' = any(${sql.param(accountIds)}::text[]) and ${trashRows.trashId} in ${items}`,
    );
}

/** Deletes a team's sessions whose oldest event is older than its retention. `since`: only sessions that started later. */
export function sweepTrashedSessions(
  db: Db,
  { teamId, before, since }: { teamId: string; before: Date; since: Date | null },
  signal?: AbortSignal,
): Promise<void> {
  const old = and(eq(trash.teamId, teamId), eq(trash.kind, "session"), lt(trash.oldestEvent, before));
  return purgeWhere(db, and(old, since ? gte(trash.dateStarted, since) : undefined), signal);
}
