import { and, eq, inArray } from "drizzle-orm";
import { type FavoriteKind, favoriteKinds } from "@/lib/constants/favorites";
import type { NamedItem } from "@/lib/contract/favorites/schemas";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { getResource } from "../references/registered";
import { getColumn } from "../references/resource";

/** Ids start with their kind. */
const kindOf = (id: string): FavoriteKind | undefined => favoriteKinds.find((kind) => id.startsWith(`${kind}_`));

/** The names of a team's resources by id. Those that the viewer can't see are left out. */
export async function findNamed(
  db: Reader,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedItem>> {
  const byKind = Map.groupBy(new Set(ids), kindOf);
  const found = await Promise.all(
    [...byKind].map(async ([type, members]) => {
      if (!type) return [];
      const { table, listed, private: hidden } = getResource(type);
      const own = and(eq(getColumn(table, "teamId"), viewer.teamId), inArray(table.id, members));
      const rows = await db
        .select({ _id: table.id, name: getColumn(table, "name") })
        .from(table)
        .where(and(own, listed, hidden?.visible(viewer)));
      return rows.map(({ _id, name }): NamedItem => ({ _id: String(_id), type, name: String(name) }));
    }),
  );
  return new Map(found.flat().map((item) => [item._id, item]));
}
