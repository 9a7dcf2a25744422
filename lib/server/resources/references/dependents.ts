import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import type { Reader } from "../../platform/db/client";
import { referencesOf, referrersOf } from "./registered";
import { columnOf } from "./resource";

/** Rows of other kinds that foreign keys delete with these. */
export async function findDependents(db: Reader, teamId: string, kind: ResourceKind, ids: readonly string[]) {
  const found: { kind: ResourceKind; ids: string[] }[] = [];
  for (const { kind: other, table, references } of referrersOf(kind).filter((one) => one.kind !== kind))
    for (const [column, to] of referencesOf({ references })) {
      if (to.to !== kind || to.onDelete !== "cascade") continue;
      const own = and(eq(columnOf(table, "teamId"), teamId), inArray(columnOf(table, column), [...ids]));
      const rows = await db
        .select({ id: sql<string>`${table.id}` })
        .from(table as PgTable)
        .where(own);
      found.push({ kind: other, ids: rows.map(({ id }) => id) });
    }
  return found;
}
