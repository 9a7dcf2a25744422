import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ListQuery } from "@/lib/contract/base/fields";
import { AppError } from "../../errors/errors";
import type { Db, Reader } from "../client";

interface Columns {
  id: AnyPgColumn;
  name: AnyPgColumn;
  dateCreated: AnyPgColumn;
  dateUpdated: AnyPgColumn;
  description?: AnyPgColumn;
}

const escapePattern = (text: string) => text.replace(/[\\%_]/g, (found) => `\\${found}`);

/** A substring pattern for `ilike`. */
export const toSubstringPattern = (q: string): string => `%${escapePattern(q)}%`;

/** Matches the search text in the name or description, case-insensitively. */
function matchesSearch(columns: Columns, q: string | undefined): SQL | undefined {
  if (!q) return undefined;
  const like = toSubstringPattern(q);
  return or(ilike(columns.name, like), columns.description && ilike(columns.description, like));
}

/** One keyset page of a list. */
interface Keyset {
  where: SQL | undefined;
  order: SQL[];
  /** One more than requested, to detect further rows. */
  limit: number;
  /** Removes the extra row; `next` is the id to continue from, or null at the end. */
  takePage<T>(found: T[], idOf: (row: T) => string): Promise<{ rows: T[]; next: string | null }>;
}

/**
 * The condition, order and limit of one keyset page. Rows are ordered by (sort column, id), so that equal names or times
 * neither repeat nor disappear. `visible` limits the rows visible to the caller, including the cursor.
 */
export function buildTeamKeyset(
  db: Db,
  table: Columns & { teamId: AnyPgColumn },
  teamId: string,
  query: ListQuery,
  visible?: SQL,
): Keyset {
  const own = and(eq(table.teamId, teamId), visible);
  return buildKeyset(db, table, own, query);
}

/** The same for any rows, which may not belong to a team. */
export function buildKeyset(db: Db, table: Columns, own: SQL | undefined, query: ListQuery): Keyset {
  const column = table[query.sort];
  const descending = (query.dir ?? (query.sort === "name" ? "asc" : "desc")) === "desc";
  const order = descending ? [desc(column), desc(table.id)] : [asc(column), asc(table.id)];
  const start = query.before ? and(own, eq(table.id, query.before)) : undefined;
  // Compared in the database, because a Date would lose PostgreSQL's microseconds. Row comparison allows an index scan
  // from the cursor; `or` would read all preceding rows.
  const after =
    start &&
    sql`(${column}, ${table.id}) ${sql.raw(descending ? "<" : ">")} (select ${column}, ${table.id} from ${table.id.table} where ${start})`;
  return {
    where: and(own, matchesSearch(table, query.q), after),
    order,
    limit: query.limit + 1,
    async takePage(found, idOf) {
      if (start && found.length === 0)
        await requireCursor(db.select({ id: table.id }).from(table.id.table).where(start));
      const rows = found.slice(0, query.limit);
      const last = rows.at(-1);
      return { rows, next: found.length > query.limit && last ? idOf(last) : null };
    },
  };
}

/** Maximum size of a page's rows: JSON that takes about 50 ms to write and read. */
export const pageChars = 4_000_000;

/** How many of the first rows fit on one page, by their lengths in characters; at least one. */
export function countFitting(lengths: readonly number[]): number {
  let chars = 0;
  const end = lengths.findIndex((length) => {
    chars += length;
    return chars > pageChars;
  });
  return end === -1 ? lengths.length : Math.max(1, end);
}

/** The ids of one keyset page: fewer than requested when rows are long, but at least one. */
export async function pageIds(
  db: Reader,
  { id }: Pick<Columns, "id">,
  { where, order, limit, takePage: cut }: Keyset,
  also?: SQL,
): Promise<{ ids: string[]; next: string | null }> {
  const idOf = sql<string>`${id}`;
  const found = await db
    .select({ id: idOf })
    .from(id.table)
    .where(and(where, also))
    .orderBy(...order)
    .limit(limit);
  const page = await cut(found, (row) => row.id);
  const all = page.rows.map((row) => row.id);
  // Only for these rows: combined with the sort, PostgreSQL would read all matching rows completely.
  const length = sql<number>`length(${id.table}::text)`;
  const measured = all.length > 0 ? await db.select({ id: idOf, length }).from(id.table).where(inArray(id, all)) : [];
  const lengths = new Map(measured.map((row) => [row.id, row.length]));
  const ids = all.slice(0, countFitting(all.map((one) => lengths.get(one) ?? 0)));
  return { ids, next: ids.length < page.rows.length ? (ids.at(-1) ?? null) : page.next };
}

/** A cursor may be the last row, but must exist. */
export async function requireCursor(start: PromiseLike<readonly unknown[]>): Promise<void> {
  if ((await start).length === 0) throw noSuchPage();
}

export const noSuchPage = (): AppError =>
  new AppError("invalid", "The page asked for does not exist any more. Start from the first page.", {
    issues: [{ path: "before", message: "Unknown id." }],
  });
