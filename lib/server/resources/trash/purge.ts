import { and, asc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { trashBatch } from "@/lib/constants/trash";
import { getPlan } from "../../access/plans/plan";
import { type Db, openDatabase, type Tx } from "../../platform/db/client";
import { teams } from "../../platform/db/tables/teams";
import { trash, trashRows } from "../../platform/db/tables/trash";
import { removeFiles } from "../../platform/storage/remove-files";
import { getResource } from "../references/registered";

type Item = typeof trash.$inferSelect;

/** Locks an item, so that it is restored or deleted only once. Returns undefined if that has happened. */
export async function lockItem(tx: Tx, teamId: string, id: string): Promise<Item | undefined> {
  const own = and(eq(trash.teamId, teamId), eq(trash.id, id));
  const [item] = await tx.select().from(trash).where(own).for("update");
  return item;
}

/** Deletes a locked item permanently. Returns the keys of its files, to be deleted after the commit. */
export async function purgeItem(tx: Tx, { id, teamId, kind, resourceId }: Item): Promise<string[]> {
  const files = await tx
    .select({ key: sql<string>`${trashRows.fileKey}` })
    .from(trashRows)
    .where(and(eq(trashRows.trashId, id), sql`${trashRows.fileKey} is not null`));
  await tx.delete(trash).where(eq(trash.id, id));
  const hidden = await getResource(kind).trash?.hidden?.purge(tx, teamId, resourceId);
  return [...files.map(({ key }) => key), ...(hidden ?? [])];
}

/** Deletes items permanently, each in its own transaction. */
async function purgeAll(db: Db, items: Pick<Item, "id" | "teamId">[], signal?: AbortSignal): Promise<void> {
  for (const { id, teamId } of items) {
    if (signal?.aborted) return;
    const files = await db.transaction(async (tx) => {
      const item = await lockItem(tx, teamId, id);
      return item ? purgeItem(tx, item) : [];
    });
    await removeFiles(files);
  }
}

/** Deletes the organization's oldest items, so that its trash uses no more storage than the plan includes. */
export async function trimTrash(teamId: string): Promise<void> {
  const { db } = await openDatabase();
  const [team] = await db.select({ orgId: teams.orgId }).from(teams).where(eq(teams.id, teamId));
  if (!team) return;
  const { limits } = await getPlan(db, team.orgId);
  const items = db
    .select({
      id: trash.id,
      teamId: trash.teamId,
      date: trash.date,
      bytes: sql<number>`sum(${trash.bytes}) over (order by ${trash.date} desc, ${trash.id} desc)`.as("bytes_up_to"),
    })
    .from(trash)
    .innerJoin(teams, eq(teams.id, trash.teamId))
    .where(eq(teams.orgId, team.orgId))
    .as("items");
  for (;;) {
    const found = await db
      .select({ id: items.id, teamId: items.teamId })
      .from(items)
      .where(sql`${items.bytes} > ${limits.maxVectorBytes}`)
      .orderBy(asc(items.date), asc(items.id))
      .limit(trashBatch);
    await purgeAll(db, found);
    if (found.length < trashBatch) return;
  }
}

/** Deletes expired items. */
export const sweepTrash = (db: Db, signal: AbortSignal): Promise<void> =>
  purgeWhere(db, lt(trash.expires, sql`now()`), signal);

/** Deletes the matching items permanently. */
export async function purgeWhere(db: Db, where: SQL | undefined, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const found = await db
      .select({ id: trash.id, teamId: trash.teamId })
      .from(trash)
      .where(where)
      .orderBy(trash.id)
      .limit(trashBatch);
    await purgeAll(db, found, signal);
    if (found.length < trashBatch || signal?.aborted) return;
  }
}

/** Deletes a batch of locked items permanently. Returns the keys of their files. */
export async function purgeBatch(tx: Tx, teamId: string, ids: string[]): Promise<string[]> {
  const own = and(eq(trash.teamId, teamId), inArray(trash.id, ids));
  const items = await tx.select().from(trash).where(own).orderBy(asc(trash.id)).for("update");
  const files: string[] = [];
  for (const item of items) files.push(...(await purgeItem(tx, item)));
  return files;
}
