import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgTransaction } from "drizzle-orm/pg-core";
import { getProvided, provide } from "@/lib/server/platform/process/registry";
import { withAfterCommit } from "./after-commit";
import { connect } from "./connection/connect";
import type { TrackedPool } from "./connection/pool";
import { type MigrateOptions, migrateDatabase } from "./migrate/migrate";
import * as schema from "./tables/schema";

export type Db = NodePgDatabase<typeof schema>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** The parameter type of read-only functions: the database or a transaction. */
export type Reader = Pick<Db, "select" | "$count" | "_">;
/** Runs work in a transaction. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** For code that writes in transactions only: a call's context, or `toReadWrite` of the database. */
export type ReadWrite = { db: Reader; write: Transact };

export const toReadWrite = (db: Db): ReadWrite => ({ db, write: (work) => db.transaction(work) });

/** Runs work in the given transaction without a savepoint, otherwise in a new one. */
export const joinTransaction = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db instanceof PgTransaction ? work(db as Tx) : db.transaction(work);

export interface Database {
  pool: TrackedPool;
  db: Db;
  /** Waits for running statements. Stops the embedded server if no other process uses it. */
  close(): Promise<void>;
}

const name = "database";

type BeforeMigration = NonNullable<MigrateOptions["before"]>;

interface OpenOptions {
  /** Backs up the data. Passed in by `main`, because backups belong to a higher layer. */
  beforeMigration?: BeforeMigration;
}

const refuseMigration: BeforeMigration = () => {
  throw new Error("The database is from an older version of Muster. Start Muster to migrate it.");
};

/**
 * Returns the process's database, opening and migrating it on the first call. Without `beforeMigration` a database with data is
 * not migrated: the call then rejects.
 */
export function openDatabase({ beforeMigration = refuseMigration }: OpenOptions = {}): Promise<Database> {
  const opened = getProvided<Promise<Database>>(name);
  if (opened) return opened;
  const opening = open(beforeMigration);
  provide(name, opening);
  opening.catch(() => provide(name, undefined));
  return opening;
}

async function open(beforeMigration: BeforeMigration): Promise<Database> {
  const { pool, close: disconnect } = await connect({ limited: true });
  const close = async () => {
    provide(name, undefined);
    await disconnect();
  };
  try {
    await migrateDatabase(pool, { before: beforeMigration });
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, db: withAfterCommit(drizzle({ client: pool, schema, casing: "snake_case" })), close };
}
