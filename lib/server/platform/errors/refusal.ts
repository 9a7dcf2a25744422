import pg from "pg";

/** The PostgreSQL error among the causes; undefined for other errors. */
export const findDatabaseError = (error: unknown): pg.DatabaseError | undefined =>
  error instanceof pg.DatabaseError ? error : undefined;
