import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import type { Reader } from "../../platform/db/client";
import { listReferences, listReferrers } from "./registered";
import { getColumn } from "./resource";

/** Finds the rows of other kinds that foreign keys delete together with these. */
export async function findDependents(db: Reader, teamId: string, kind: ResourceKind, ids: readonly string[]) {
  const found: { kind: ResourceKind; ids: string[] }[] = [];
  for (const { kind: other, table, references } of listReferrers(kind).filter((one) => one.kind !== kind))
    for (const [column, to] of listReferences({ references })) {
      if (to.to !== kind || to.onDelete !== "cascade") continue;
      const own = and(eq(getColumn(table, "teamId"), teamId), inArray(getColumn(table, column), [...ids]));
      const rows = await db
        .select({ id: sql<string>`${table.id}` })
        .from(table as PgTable)
        .where(own);
      found.push({ kind: other, ids: rows.map(({ id }) => id) });
    }
  return found;
}
