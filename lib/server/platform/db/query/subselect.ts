import { type SQL, sql } from "drizzle-orm";

/**
 * A scalar subquery as a column. PostgreSQL evaluates it for the rows of the page only, after sorting. Wrapped, because drizzle
 * removes table names from columns in a selection.
 */
export const subselect = <T>(query: SQL): SQL<T> => sql<T>`${sql`(${query})`}`;
