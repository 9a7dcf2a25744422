import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Reader } from "../../platform/db/client";
import { type Page, requireCursor } from "../../platform/db/query/list";

export interface PageQuery {
  /** The id of the last row of the page before. */
  before?: string | undefined;
  limit: number;
}

/**
 * The page of a publication's rows that follows a row, newest first. `own`: the rows of the publication. Throws 400 if the
 * row isn't one of them.
 */
export async function toPage(
  db: Reader,
  columns: { id: AnyPgColumn; date: AnyPgColumn },
  own: SQL | undefined,
  { before, limit }: PageQuery,
): Promise<Page> {
  const { id, date } = columns;
  const page = { order: [desc(date), desc(id)], limit: limit + 1 };
  if (!before) return { ...page, where: own };
  const cursor = and(own, eq(id, before));
  await requireCursor(db.select({ id }).from(id.table).where(cursor));
  const after = sql`(${date}, ${id}) < (select ${date}, ${id} from ${id.table} where ${cursor})`;
  return { ...page, where: and(own, after) };
}

/** Drops the row that only shows that a page follows. */
export function cut<R extends { _id: string }>(rows: R[], limit: number): { rows: R[]; next: string | null } {
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?._id ?? null) : null };
}
