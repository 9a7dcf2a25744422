import { realpathSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/** What PostgreSQL has counted so far. */
export interface DatabaseCounters {
  walBytes(): Promise<number>;
  /** In Muster's database, those of this connection included. */
  transactions(): Promise<number>;
}

/** The folder in which the embedded database's socket lies. */
export const socketFolder = (dataDir: string): string => realpathSync(join(dataDir, "postgres"));

/** Reads the counters of a running server's database over a connection of its own. */
export async function withCounters<T>(dataDir: string, work: (counters: DatabaseCounters) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host: socketFolder(dataDir), user: "muster", database: "muster" });
  await client.connect();
  const count = async (sql: string) => Number((await client.query<{ n: string }>(`select ${sql} n`)).rows[0]?.n);
  try {
    return await work({
      walBytes: () => count("pg_current_wal_insert_lsn() - '0/0'::pg_lsn"),
      transactions: () =>
        count("(select xact_commit + xact_rollback from pg_stat_database where datname = current_database())"),
    });
  } finally {
    await client.end();
  }
}
