import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { retry } from "../retry";
import { withAfterCommit } from "./after-commit";
import type { Db, Tx } from "./client";
import { isTransient } from "./is-transient";

interface Patience {
  /** For how many milliseconds a statement or transaction is tried again. */
  patienceMs: number;
  /** Ends the patience with reads outside of transactions. */
  reads: AbortSignal;
  /** Ends the patience with transactions. */
  writes: AbortSignal;
}

/**
 * The same database for work that passing trouble must not end: reads and transactions that fail by it are done again,
 * transactions from their beginning. One whose commit got no answer is looked up first, so that nothing is written twice.
 */
export function patientDb(db: Db, { patienceMs, reads, writes }: Patience): Db {
  const pool = (db as Db & { $client: pg.Pool }).$client;
  const query = (statement: pg.QueryConfig, values?: unknown[]) =>
    retry(() => pool.query(statement, values), {
      isPassing: (error) => isRead(statement) && isTransient(error),
      ...{ patienceMs, signal: reads },
    });
  const patient = open({ query } as pg.Pool);
  const plain = open(pool);
  readPatiences.set(patient, { patienceMs, signal: reads });
  patient.transaction = (work, config) =>
    retry(() => commit(pool, plain, work, config), { isPassing: isTransient, patienceMs, signal: writes });
  return withAfterCommit(patient);
}

const readPatiences = new WeakMap<object, { patienceMs: number; signal: AbortSignal }>();

/** How patient this database is with reads, for what is read elsewhere for the same work; undefined: not at all. */
export const readPatience = (db: object) => readPatiences.get(db);

// Without the schema, which only relational queries need: there is one of these for each run.
const open = (client: pg.Pool): Db => drizzle({ client, casing: "snake_case" }) as unknown as Db;

const isRead = ({ text }: pg.QueryConfig): boolean => /^\s*select\b/i.test(text);

/** Does work in a transaction once. Returns its result also where the commit was carried out and only its answer was lost. */
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
      const { rows } = await tx.execute<{ id: string | null }>(sql`select pg_current_xact_id_if_assigned()::text id`);
      done = { result, id: rows[0]?.id ?? null };
      return result;
    }, config);
  } catch (error) {
    if (done?.id && isTransient(error) && (await isCommitted(pool, done.id))) return done.result;
    throw error;
  }
}

/** The server has not noticed yet that its client is gone. */
class InProgressError extends Error {}

const lookUpMs = 60_000;

/** Whether a transaction was committed, once the database can tell. */
function isCommitted(pool: pg.Pool, id: string): Promise<boolean> {
  const look = async () => {
    const { rows } = await pool.query("select pg_xact_status($1::text::xid8) status", [id]);
    if (rows[0]?.status === "in progress") throw new InProgressError("The transaction is still in progress.");
    return rows[0]?.status === "committed";
  };
  const isPassing = (error: unknown) => error instanceof InProgressError || isTransient(error);
  return retry(look, { isPassing, patienceMs: lookUpMs });
}
