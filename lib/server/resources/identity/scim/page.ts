import { count, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { scimPageMax } from "@/lib/constants/identity";
import type { ScimListQuery } from "@/lib/contract/scim/schemas";
import type { Reader } from "../../../platform/db/client";
import { toList } from "./views";

interface Pages<R, V> {
  readRows: (offset: number, limit: number) => Promise<R[]>;
  count: () => Promise<number>;
  /** May leave out the last rows: a page can be shorter than requested. */
  view: (rows: R[]) => Promise<V[]>;
}

/** A page of a list. `startIndex` counts from 1; zero items only count. */
export async function listPage<R, V>(
  { startIndex = 1, count: size = scimPageMax / 2 }: ScimListQuery,
  { readRows, count: countAll, view }: Pages<R, V>,
) {
  const start = Math.max(1, startIndex);
  const rows = await readRows(start - 1, Math.min(scimPageMax, Math.max(0, size)));
  return toList(await view(rows), await countAll(), start);
}

export async function countRows(db: Reader, table: PgTable, where: SQL | undefined): Promise<number> {
  const [all] = await db.select({ n: count() }).from(table).where(where);
  return all?.n ?? 0;
}
