import { type SQL, sql } from "drizzle-orm";

/**
 * One value of another table beside a row's own. PostgreSQL works it out for the rows of the page only, after it has
 * sorted and cut. Wrapped, because drizzle takes the tables' names off columns that it finds in a selection itself.
 */
export const subselect = <T>(query: SQL): SQL<T> => sql<T>`${sql`(${query})`}`;
