import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgTransaction } from "drizzle-orm/pg-core";
import { provide, provided } from "@/lib/server/registry";
import { backupBeforeMigration } from "../operations/before-migration";
import { withAfterCommit } from "./after-commit";
import { connect } from "./connect";
import { migrateDatabase } from "./migrate";
import type { TrackedPool } from "./pool";
import * as schema from "./schema";

export type Db = NodePgDatabase<typeof schema>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** Works in the transaction that it is given, without a savepoint, or else in one of its own. */
export const joinTransaction = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db instanceof PgTransaction ? work(db as Tx) : db.transaction(work);

export interface Database {
  pool: TrackedPool;
  db: Db;
  /** Waits for statements under way; the embedded server ends with its last user. */
  close(): Promise<void>;
}

const name = "database";

/** The process's database, opened and migrated at the first call. */
export function openDatabase(): Promise<Database> {
  const opened = provided<Promise<Database>>(name);
  if (opened) return opened;
  const opening = open();
  provide(name, opening);
  opening.catch(() => provide(name, undefined));
  return opening;
}

async function open(): Promise<Database> {
  const { pool, close: disconnect } = await connect({ limited: true });
  const close = async () => {
    provide(name, undefined);
    await disconnect();
  };
  try {
    await migrateDatabase(pool, { before: backupBeforeMigration });
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, db: withAfterCommit(drizzle({ client: pool, schema, casing: "snake_case" })), close };
}
