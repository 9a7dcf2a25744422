import { and, asc, desc, eq, getTableName, ilike, or, type Placeholder, type SQL, Subquery, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { pageMax } from "@/lib/constants/limits";
import type { ListQuery } from "@/lib/contract/base/fields";
import { AppError } from "../../errors/errors";
import type { Reader } from "../client";
import { type Builder, defineQueries, type Given, type Preparable, type Values } from "./define-query";

interface Columns {
  id: AnyPgColumn;
  name: AnyPgColumn;
  dateCreated: AnyPgColumn;
  dateUpdated: AnyPgColumn;
  description?: AnyPgColumn;
}

interface List<V extends Values> {
  /** What is sorted and searched. */
  columns: Columns;
  /** The rows of the team that are visible to the caller, including the cursor. */
  own: (given: Given<V>, db: Builder) => SQL | undefined;
  /** Further conditions, which the cursor need not meet. */
  matches?: (given: Given<V>) => SQL | undefined;
  /** Whether a row matches the pattern of a search. Default: in its name or description. */
  isFound?: (pattern: Placeholder) => SQL | undefined;
}

type Choices = { sort: ListQuery["sort"]; dir: "asc" | "desc"; limit: `${number}` };
/** `q`: a pattern. */
type Cursor = { before?: string; q?: string };

/** One keyset page of a list. */
export interface Page {
  where: SQL | undefined;
  order: SQL[];
  /** At least one more than requested, to detect further rows. */
  limit: number;
}

const escapePattern = (text: string) => text.replace(/[\\%_]/g, (found) => `\\${found}`);

/** A substring pattern for `ilike`. */
export const toSubstringPattern = (q: string): string => `%${escapePattern(q)}%`;

/** Matches the search text in the name or description, case-insensitively. */
const matchesText =
  ({ name, description }: Columns) =>
  (pattern: Placeholder): SQL | undefined =>
    or(ilike(name, pattern), description && ilike(description, pattern));

/**
 * The condition, order and limit of one keyset page. Rows are ordered by (sort column, id), so that equal names or times
 * neither repeat nor disappear.
 */
function buildPage<V extends Values>(db: Builder, list: List<V>, given: Given<V & Cursor>, choices: Choices): Page {
  const { columns, matches, isFound = matchesText(columns) } = list;
  const column = columns[choices.sort];
  const descending = choices.dir === "desc";
  const order = descending ? [desc(column), desc(columns.id)] : [asc(column), asc(columns.id)];
  // Compared in the database, because a Date would lose PostgreSQL's microseconds. Row comparison allows an index scan
  // from the cursor; `or` would read all preceding rows.
  const after =
    given.before &&
    sql`(${column}, ${columns.id}) ${sql.raw(descending ? "<" : ">")} (select ${column}, ${columns.id} from ${columns.id.table} where ${matchesCursor(db, list, given)})`;
  const where = and(list.own(given, db), matches?.(given), given.q && isFound(given.q), after);
  return { where, order, limit: Number(choices.limit) };
}

const matchesCursor = <V extends Values>(db: Builder, { columns, own }: List<V>, given: Given<V & Cursor>) =>
  and(own(given, db), eq(columns.id, given.before));

/** A query that lacks its condition, order and limit. */
interface Pageable<T> {
  where(condition: SQL | undefined): { orderBy(...order: SQL[]): { limit(rows: number): Preparable<T[]> } };
}

export const onPage = <T>(query: Pageable<T>, { where, order, limit }: Page): Preparable<T[]> =>
  query
    .where(where)
    .orderBy(...order)
    .limit(limit);

/**
 * Limits of statements: a page reads the next larger number of rows. PostgreSQL expects a tenth of the table if the limit
 * is a parameter, and then plans each execution again.
 */
const limits = [5, 20, 50, pageMax];

/**
 * Defines the pages of a list. `V`: the values of its conditions. `build` finishes the query with the page's condition,
 * order and limit; it is built once for each combination of filters. `countOf`: for rows that can be long, see `selectPage`.
 */
export const defineList =
  <V extends Values>() =>
  <T>(
    list: List<V>,
    build: (db: Builder, given: Given<V>, page: Page) => Preparable<T[]>,
    idOf: (row: T) => string,
    countOf?: (row: T) => number,
  ) => {
    const select = defineQueries<V & Cursor, Choices>()((db, given, choices) =>
      build(db, given, buildPage(db, list, given, choices)),
    );
    const { id } = list.columns;
    const selectCursor = defineQueries<V & Cursor, Record<never, never>>()((db, given) =>
      db
        .select({ id })
        .from(id.table)
        .where(matchesCursor(db, list, given)),
    );
    return async (db: Reader, { sort, dir, limit, before, q, ...values }: V & ListQuery) => {
      const given = { ...values, before, q: q ? toSubstringPattern(q) : undefined } as Values as V & Cursor;
      const found = await select(db, given, {
        sort,
        dir: dir ?? (sort === "name" ? "asc" : "desc"),
        limit: `${(limits.find((max) => limit <= max) ?? limit) + 1}`,
      });
      if (before && found.length === 0) await requireCursor(selectCursor(db, given, {}));
      const [first] = found;
      const count = Math.max(found.length, first && countOf ? countOf(first) : 0);
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return { rows, next: last && count > rows.length ? idOf(last) : null };
    };
  };

type Team = { teamId: string };

interface TeamList<V extends Values> extends Omit<List<V>, "own"> {
  columns: Columns & { teamId: AnyPgColumn };
  /** Limits the team's rows to those visible to the caller. */
  visible?: List<V>["own"];
}

/** The same for rows of a team, to which each statement is limited. */
export const defineTeamList =
  <V extends Values = Record<never, never>>() =>
  <T>(
    { visible, ...list }: TeamList<V & Team>,
    build: (db: Builder, given: Given<V & Team>, page: Page) => Preparable<T[]>,
    idOf: (row: T) => string,
    countOf?: (row: T) => number,
  ) => {
    const own = (given: Given<V & Team>, db: Builder) =>
      and(eq(list.columns.teamId, sql.placeholder("teamId")), visible?.(given, db));
    return defineList<V & Team>()({ ...list, own }, build, idOf, countOf);
  };

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

/** The number of rows of a page, including those that `selectPage` leaves out. */
export const countPage = (table: PgTable): SQL<number> => sql<number>`${table}.found::int`;

/**
 * Replaces the table in a query by the rows of one page: fewer than requested when rows are long, but at least one.
 * Lengths are computed for these rows only: combined with the sort, PostgreSQL would read all matching rows completely.
 */
export function selectPage<T extends PgTable>(table: T, { where, order, limit }: Page): T {
  const by = sql.join(order, sql`, `);
  const found = sql`select * from ${table} where ${where} order by ${by} limit ${limit}`;
  const sized = sql`select *, count(*) over () found, row_number() over up_to n, sum(length(${table}::text)) over up_to chars from (${found}) ${table} window up_to as (order by ${by})`;
  const fitting = sql`select * from (${sized}) sized where chars <= ${pageChars} or n = 1`;
  return new Subquery(fitting, {}, getTableName(table)) as never;
}

/** A cursor may be the last row, but must exist. */
export async function requireCursor(start: PromiseLike<readonly unknown[]>): Promise<void> {
  if ((await start).length === 0) throw noSuchPage();
}

export const noSuchPage = (): AppError =>
  new AppError("invalid", "The requested page no longer exists. Start from the first page.", {
    issues: [{ path: "before", message: "Unknown ID." }],
  });
