import { and, asc, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ListQuery } from "@/lib/contract/fields";
import { AppError } from "../http/errors";
import type { Db } from "./client";

interface Columns {
  id: AnyPgColumn;
  teamId: AnyPgColumn;
  name: AnyPgColumn;
  dateCreated: AnyPgColumn;
  dateUpdated: AnyPgColumn;
  description?: AnyPgColumn;
}

const escaped = (text: string) => text.replace(/[\\%_]/g, (found) => `\\${found}`);

/** Where the search text occurs in the name or the description, whatever the case. */
export function matching(columns: Columns, q: string | undefined): SQL | undefined {
  if (!q) return undefined;
  const like = `%${escaped(q)}%`;
  return or(ilike(columns.name, like), columns.description && ilike(columns.description, like));
}

/**
 * The condition, order and limit of one keyset page. Rows are ordered by (sort column, id), so equal names or times
 * neither repeat nor vanish between pages. The limit is one more than asked: see `pageOf`. `seen` is what of the team's
 * the caller may see; a page cannot begin at anything else either.
 */
export async function keyset(db: Db, table: Columns, teamId: string, query: ListQuery, seen?: SQL) {
  const column = table[query.sort];
  const descending = (query.dir ?? (query.sort === "name" ? "asc" : "desc")) === "desc";
  const order = descending ? [desc(column), desc(table.id)] : [asc(column), asc(table.id)];
  const own = and(eq(table.teamId, teamId), seen);
  const after = query.before ? await beyond(db, table, column, own, query.before, descending) : undefined;
  return { where: and(own, matching(table, query.q), after), order, limit: query.limit + 1 };
}

async function beyond(
  db: Db,
  table: Columns,
  column: AnyPgColumn,
  own: SQL | undefined,
  before: string,
  descending: boolean,
): Promise<SQL | undefined> {
  // The value stays in the database: a Date would lose PostgreSQL's microseconds.
  const [row] = await db
    .select({ value: sql<string>`${column}::text` })
    .from(table.id.table)
    .where(and(own, eq(table.id, before)));
  if (!row)
    throw new AppError("invalid", "The page asked for does not exist any more. Start from the first page.", {
      issues: [{ path: "before", message: "Unknown id." }],
    });
  const value = sql`${row.value}::${sql.raw(column.getSQLType())}`;
  // Compared as rows, for which PostgreSQL goes straight to the place in the index; with `or` it reads all before it.
  return sql`(${column}, ${table.id}) ${sql.raw(descending ? "<" : ">")} (${value}, ${before})`;
}

/** Cuts the extra row off; `next` is the id to ask on from, or null at the end. */
export function pageOf<T extends { id: string }>(rows: T[], limit: number): { rows: T[]; next: string | null } {
  const kept = rows.slice(0, limit);
  return { rows: kept, next: rows.length > limit ? (kept.at(-1)?.id ?? null) : null };
}
