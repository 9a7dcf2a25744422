import { sql } from "drizzle-orm";
import { NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { retry } from "../lifecycle/retry";
import { withAfterCommit } from "./after-commit";
import type { Db, Tx } from "./client";
import { isTransient } from "./connection/is-transient";
import type { TrackedPool } from "./connection/pool";
import { isRead, type Runner, type SharedRunner } from "./connection/shared-connection";

interface RetryPolicy {
  /** For how many milliseconds a statement or transaction is retried. */
  patienceMs: number;
  /** Ends retries of reads outside transactions. */
  reads: AbortSignal;
  /** Ends retries of transactions. */
  writes: AbortSignal;
}

/**
 * Wraps the database for work that must survive temporary failures: reads and transactions are retried, transactions from their
 * start. When a commit's response was lost, its outcome is checked first, so that nothing is written twice.
 */
export function retryingDb(db: Db, { patienceMs, reads, writes }: RetryPolicy): Db {
  const pool = (db as Db & { $client: TrackedPool }).$client;
  const retryReads = (runner: Runner): Runner => ({
    query: (statement, values) =>
      retry(() => runner.query(statement, values), {
        isTemporary: (error) => isRead(statement.text) && isTransient(error),
        patienceMs,
        signal: reads,
      }),
  });
  const runner: SharedRunner = { ...retryReads(pool), short: retryReads(pool.short ?? pool) };
  const patient = open(runner as pg.Pool);
  const plain = open(pool);
  readRetryPolicies.set(patient, { patienceMs, signal: reads });
  patient.transaction = (work, config) =>
    retry(() => commit(pool, plain, work, config), { isTemporary: isTransient, patienceMs, signal: writes });
  return withAfterCommit(patient);
}

const readRetryPolicies = new WeakMap<object, { patienceMs: number; signal: AbortSignal }>();

/** The retry policy of this database's reads, for related reads elsewhere; undefined: none. */
export const readRetryPolicy = (db: object) => readRetryPolicies.get(db);

/** Shared, because it caches the names of all columns, and there are two instances per run. */
const dialect = new PgDialect({ casing: "snake_case" });

// Without the schema, which only relational queries need.
const open = (client: pg.Pool): Db =>
  new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined) as unknown as Db;

const transactionIds = new WeakMap<object, string>();

/** Saves a round trip before the commit. `id`: as `pg_current_xact_id()` returned it to another statement. */
export const rememberTransactionId = (tx: Tx, id: string): void => void transactionIds.set(tx._.session, id);

/** Null: nothing was written. */
async function findTransactionId(tx: Tx): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string | null }>(sql`select pg_current_xact_id_if_assigned()::text id`);
  return rows[0]?.id ?? null;
}

/** Runs work in a transaction exactly once. Returns its result even if only the commit's response was lost. */
async function commit<T>(
  pool: pg.Pool,
  db: Db,
  work: (tx: Tx) => Promise<T>,
  config: Parameters<Db["transaction"]>[1],
): Promise<T> {
  let done: { result: T; id: string | null } | undefined;
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx);
      done = { result, id: transactionIds.get(tx._.session) ?? (await findTransactionId(tx)) };
      return result;
    }, config);
  } catch (error) {
    if (done?.id && isTransient(error) && (await isCommitted(pool, done.id))) return done.result;
    throw error;
  }
}

/** The server has not yet noticed that its client disconnected. */
class CommitInProgressError extends Error {}

const lookUpMs = 60_000;

/** Whether a transaction was committed. */
function isCommitted(pool: pg.Pool, id: string): Promise<boolean> {
  const look = async () => {
    const { rows } = await pool.query("select pg_xact_status($1::text::xid8) status", [id]);
    if (rows[0]?.status === "in progress") throw new CommitInProgressError("The transaction is still in progress.");
    return rows[0]?.status === "committed";
  };
  const isPassing = (error: unknown) => error instanceof CommitInProgressError || isTransient(error);
  return retry(look, { isTemporary: isPassing, patienceMs: lookUpMs });
}
