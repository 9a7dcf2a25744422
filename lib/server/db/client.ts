import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { env } from "@/lib/server/env";
import { log } from "@/lib/server/log";
import { provide, provided } from "@/lib/server/registry";
import { openEmbedded } from "./embedded";
import { migrateDatabase } from "./migrate";
import { createPool } from "./pool";
import * as schema from "./schema";

export type Db = NodePgDatabase<typeof schema>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface Database {
  pool: pg.Pool;
  db: Db;
  /** Waits for statements under way; the embedded server ends with its last user. */
  close(): Promise<void>;
}

const name = "database";
const oldestVersion = 150_000;

/** The process's database, opened and migrated at the first call. */
export function openDatabase(): Promise<Database> {
  const opened = provided<Promise<Database>>(name);
  if (opened) return opened;
  const opening = connect();
  provide(name, opening);
  opening.catch(() => provide(name, undefined));
  return opening;
}

async function connect(): Promise<Database> {
  const { DATABASE_URL, DATA_DIR } = env();
  const embedded = DATABASE_URL ? undefined : await openEmbedded(DATA_DIR);
  const target = embedded ? embedded.connection : { connectionString: DATABASE_URL };
  // After a cut the next statement opens a new connection, once the server is back.
  const pool = createPool({ ...target, max: 20, idleTimeoutMillis: 30_000 }, () => {
    embedded
      ?.revive()
      .catch((error: unknown) => log().error({ err: error }, "The embedded database did not come back."));
  });
  const close = async () => {
    provide(name, undefined);
    await pool.end();
    await embedded?.close();
  };
  try {
    if (DATABASE_URL) await checkVersion(pool);
    await migrateDatabase(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, db: drizzle({ client: pool, schema, casing: "snake_case" }), close };
}

async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string; server_version: string }>(
    "select current_setting('server_version_num') server_version_num, current_setting('server_version') server_version",
  );
  if (Number(rows[0]?.server_version_num) >= oldestVersion) return;
  throw new Error(`DATABASE_URL leads to PostgreSQL ${rows[0]?.server_version}; Muster needs 15 or newer.`);
}
