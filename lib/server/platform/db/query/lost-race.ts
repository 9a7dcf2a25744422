import { isCausedByErrno } from "../../errors/errno";
import { retry } from "../../lifecycle/retry";

/** Serialization failure and deadlock: PostgreSQL has rolled back one of two conflicting transactions. */
const conflicts = ["40001", "40P01"];
/** Also foreign key and unique violations, which result from concurrent changes. */
const codes = ["23503", "23505", ...conflicts];

const conflictMs = 5_000;

/** Whether a statement failed because of a concurrent change or deletion. */
export const isLostRace = (error: unknown): boolean => isCausedByErrno(error, codes);

/** Retries a transaction or statement that was rolled back in favor of another. */
export const retryConflicts = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, { isTemporary: (error) => isCausedByErrno(error, conflicts), patienceMs: conflictMs });
