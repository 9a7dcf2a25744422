import pg from "pg";

/** Returns what PostgreSQL itself refused a statement or a connection with; nothing for other errors. */
export const refusalOf = (error: unknown): pg.DatabaseError | undefined =>
  error instanceof pg.DatabaseError ? error : undefined;
