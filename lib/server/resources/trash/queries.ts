import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { TrashKind } from "@/lib/constants/trash";
import type { ListQuery } from "@/lib/contract/base/fields";
import { matchesVisibility, toVisibility, type Viewer, type Visibility } from "../../access/visibility/visible";
import type { Reader, Tx } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { accounts } from "../../platform/db/tables/accounts";
import { trash } from "../../platform/db/tables/trash";
import { notFound } from "../../platform/errors/errors";

export type TrashRow = typeof trash.$inferSelect;

const matchesVisible = (viewer: Viewer): SQL | undefined =>
  and(eq(trash.teamId, viewer.teamId), matchesVisibility(toVisibility(viewer), trash));

/** Returns an item. Throws 404 if it does not exist, belongs to another team, or is not visible to the viewer. */
export async function getTrashItem(db: Reader, viewer: Viewer, id: string): Promise<TrashRow> {
  const [row] = await db
    .select()
    .from(trash)
    .where(and(matchesVisible(viewer), eq(trash.id, id)));
  if (!row) throw notFound("This item");
  return row;
}

const { id, teamId, name, date } = trash;

const readPage = defineTeamList<{ type?: TrashKind } & Visibility>()(
  {
    columns: { id, teamId, name, dateCreated: date, dateUpdated: date },
    visible: (given) => matchesVisibility(given, trash),
    matches: ({ type }) => type && eq(trash.kind, type),
  },
  (db, _given, page) =>
    onPage(
      db
        .select({ item: trash, deletedByName: accounts.name })
        .from(trash)
        .leftJoin(accounts, eq(accounts.id, trash.deletedBy)),
      page,
    ),
  ({ item }) => item.id,
);

export async function listTrash(db: Reader, viewer: Viewer, query: ListQuery & { type?: TrashKind }) {
  const { rows, next } = await readPage(db, { ...query, ...toVisibility(viewer), teamId: viewer.teamId });
  const items = rows.map(({ item, deletedByName }) => ({
    _id: item.id,
    type: item.kind,
    itemId: item.resourceId,
    name: item.name,
    deletedBy: item.deletedBy,
    deletedByName,
    date: item.date,
    expires: item.expires,
  }));
  return { trash: items, next };
}

/** Returns the ids of items of these kinds that the viewer can see, oldest first. */
export async function listItemIds(db: Reader, viewer: Viewer, kinds: TrashKind[], limit: number): Promise<string[]> {
  const rows = await db
    .select({ id })
    .from(trash)
    .where(and(matchesVisible(viewer), inArray(trash.kind, kinds)))
    .orderBy(date, id)
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Counts the items that the viewer can see. */
export const countItems = (tx: Tx, viewer: Viewer): Promise<number> => tx.$count(trash, matchesVisible(viewer));

/** Returns the names of deleted resources in the trash, by their ids. */
export async function findTrashedNames(
  db: Reader,
  viewer: Viewer,
  resourceIds: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: trash.resourceId, name })
    .from(trash)
    .where(and(matchesVisible(viewer), inArray(trash.resourceId, resourceIds)));
  return new Map(rows.map((row) => [row.id, row.name]));
}
