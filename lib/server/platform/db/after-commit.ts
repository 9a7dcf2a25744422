import { log } from "../log/log";
import { singleton } from "../process/registry";
import type { Db, Tx } from "./client";

type Work = () => Promise<void> | void;

/** By the transaction's session, which savepoints share. */
const worksBySession = () => singleton("after-commit", () => new WeakMap<object, Work[]>());

/** Errors of transactions that failed during the commit. */
const uncertain = () => singleton("uncertain-commits", () => new WeakSet<object>());

/** Whether a failed transaction may have been committed, because only the reply was lost. */
export const isCommitUnknown = (error: unknown): boolean =>
  typeof error === "object" && error !== null && uncertain().has(error);

/** Runs work after the outermost transaction is committed, before its caller continues. */
export function afterCommit(tx: Tx, work: Work): void {
  const works = worksBySession().get(tx._.session);
  if (!works) throw new Error("This transaction does not belong to the open database.");
  works.push(work);
}

/** Drops work added in a savepoint when it is rolled back. */
function dropOnRollback(tx: Tx, works: Work[]): Tx {
  const begin = tx.transaction.bind(tx);
  tx.transaction = async (work) => {
    const before = works.length;
    try {
      return await begin((savepoint) => work(dropOnRollback(savepoint, works)));
    } catch (error) {
      works.length = before;
      throw error;
    }
  };
  return tx;
}

/**
 * Enables `afterCommit` for the database's transactions. Failures after the commit are logged, because the transaction itself
 * succeeded.
 */
export function withAfterCommit(db: Db): Db {
  const begin = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    const works: Work[] = [];
    let committing = false;
    const result = await begin(async (tx) => {
      // A transaction may be retried.
      works.length = 0;
      worksBySession().set(tx._.session, works);
      const done = await work(dropOnRollback(tx, works));
      committing = true;
      return done;
    }, config).catch((error: unknown) => {
      if (committing && typeof error === "object" && error !== null) uncertain().add(error);
      throw error;
    });
    for (const one of works)
      await Promise.try(one).catch((error: unknown) => log().warn({ err: error }, "work after a commit failed"));
    return result;
  };
  return db;
}
