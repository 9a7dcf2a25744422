import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ListQuery } from "@/lib/contract/fields";
import { AppError } from "../http/errors";
import type { Db } from "./client";

interface Columns {
  id: AnyPgColumn;
  name: AnyPgColumn;
  dateCreated: AnyPgColumn;
  dateUpdated: AnyPgColumn;
  description?: AnyPgColumn;
}

const escaped = (text: string) => text.replace(/[\\%_]/g, (found) => `\\${found}`);

/** The pattern of a text that contains this one, for `ilike`. */
export const containing = (q: string): string => `%${escaped(q)}%`;

/** Where the search text occurs in the name or the description, whatever the case. */
export function matching(columns: Columns, q: string | undefined): SQL | undefined {
  if (!q) return undefined;
  const like = containing(q);
  return or(ilike(columns.name, like), columns.description && ilike(columns.description, like));
}

/** One keyset page of a list. */
interface Keyset {
  where: SQL | undefined;
  order: SQL[];
  /** One more than asked, so that `cut` sees whether there are more. */
  limit: number;
  /** Cuts the extra row off; `next` is the id to ask on from, or null at the end. */
  cut<T>(found: T[], idOf: (row: T) => string): Promise<{ rows: T[]; next: string | null }>;
}

/**
 * The condition, order and limit of one keyset page. Rows are ordered by (sort column, id), so equal names or times
 * neither repeat nor vanish between pages. `seen` is what of the team's the caller may see; a page cannot begin at
 * anything else either.
 */
export function keyset(
  db: Db,
  table: Columns & { teamId: AnyPgColumn },
  teamId: string,
  query: ListQuery,
  seen?: SQL,
): Keyset {
  const own = and(eq(table.teamId, teamId), seen);
  return keysetOf(db, table, own, query);
}

/** The same of whatever rows are meant, which need not be a team's. */
export function keysetOf(db: Db, table: Columns, own: SQL | undefined, query: ListQuery): Keyset {
  const column = table[query.sort];
  const descending = (query.dir ?? (query.sort === "name" ? "asc" : "desc")) === "desc";
  const order = descending ? [desc(column), desc(table.id)] : [asc(column), asc(table.id)];
  const start = query.before ? and(own, eq(table.id, query.before)) : undefined;
  // The value stays in the database: a Date would lose PostgreSQL's microseconds. And compared as rows, for which
  // PostgreSQL goes straight to the place in the index; with `or` it reads all before it.
  const after =
    start &&
    sql`(${column}, ${table.id}) ${sql.raw(descending ? "<" : ">")} (select ${column}, ${table.id} from ${table.id.table} where ${start})`;
  return {
    where: and(own, matching(table, query.q), after),
    order,
    limit: query.limit + 1,
    async cut(found, idOf) {
      if (start && found.length === 0)
        await requireStart(db.select({ id: table.id }).from(table.id.table).where(start));
      const rows = found.slice(0, query.limit);
      const last = rows.at(-1);
      return { rows, next: found.length > query.limit && last ? idOf(last) : null };
    },
  };
}

/** Of the rows of one page: as much JSON is written and read in about 50 ms. */
export const pageChars = 4_000_000;

/** How many of the first rows, by their lengths in characters, fit one page; at least one where there is one. */
export function countFitting(lengths: readonly number[]): number {
  let chars = 0;
  const end = lengths.findIndex((length) => {
    chars += length;
    return chars > pageChars;
  });
  return end === -1 ? lengths.length : Math.max(1, end);
}

/** The ids of one keyset page of a table alone. It holds fewer than asked for where rows are long, but at least one. */
export async function pageIds(
  db: Pick<Db, "select">,
  { id }: Pick<Columns, "id">,
  { where, order, limit, cut }: Keyset,
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
  // Of these rows alone: beside the sort above, PostgreSQL would read every row that matches in whole.
  const length = sql<number>`length(${id.table}::text)`;
  const measured = all.length > 0 ? await db.select({ id: idOf, length }).from(id.table).where(inArray(id, all)) : [];
  const lengths = new Map(measured.map((row) => [row.id, row.length]));
  const ids = all.slice(0, countFitting(all.map((one) => lengths.get(one) ?? 0)));
  return { ids, next: ids.length < page.rows.length ? (ids.at(-1) ?? null) : page.next };
}

/** Nothing comes after a row that is not there, nor after the last one: only the first is a mistake. */
export async function requireStart(start: PromiseLike<readonly unknown[]>): Promise<void> {
  if ((await start).length === 0) throw noSuchPage();
}

export const noSuchPage = (): AppError =>
  new AppError("invalid", "The page asked for does not exist any more. Start from the first page.", {
    issues: [{ path: "before", message: "Unknown id." }],
  });
