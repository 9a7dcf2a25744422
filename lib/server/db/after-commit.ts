import { log } from "../log";
import { singleton } from "../registry";
import type { Db, Tx } from "./client";

type Work = () => Promise<void>;

/** By a transaction's connection, which the savepoints inside it share. */
const waiting = () => singleton("after-commit", () => new WeakMap<object, Work[]>());

/** Errors of transactions that failed while they were committed. */
const uncertain = () => singleton("uncertain-commits", () => new WeakSet<object>());

/** Whether a transaction that failed with this error may have been committed all the same: only the reply was lost. */
export const isCommitUnknown = (error: unknown): boolean =>
  typeof error === "object" && error !== null && uncertain().has(error);

/** Does something once the transaction is committed, the outermost one, and before whoever waits for it goes on. */
export function afterCommit(tx: Tx, work: Work): void {
  const works = waiting().get(tx._.session);
  if (!works) throw new Error("This is no transaction of the database that was opened.");
  works.push(work);
}

/** Lets `afterCommit` work with the database's transactions. What fails after a commit is logged: the work itself is done. */
export function withAfterCommit(db: Db): Db {
  const begin = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    const works: Work[] = [];
    let committing = false;
    const result = await begin(async (tx) => {
      // A transaction may be begun anew.
      works.length = 0;
      waiting().set(tx._.session, works);
      const done = await work(tx);
      committing = true;
      return done;
    }, config).catch((error: unknown) => {
      if (committing && typeof error === "object" && error !== null) uncertain().add(error);
      throw error;
    });
    for (const one of works)
      await one().catch((error: unknown) => log().warn({ err: error }, "what follows a commit failed"));
    return result;
  };
  return db;
}
