import { retry } from "../retry";
import { isCausedBy } from "./errno";

/** Serialization failure and deadlock: PostgreSQL has rolled back one of two transactions that were in each other's way. */
const conflicts = ["40001", "40P01"];
/** With foreign key and unique violations: PostgreSQL's codes for losing to another call. */
const codes = ["23503", "23505", ...conflicts];

const conflictMs = 5_000;

/** True when a statement failed because another call changed or deleted what it builds on. */
export const isLostRace = (error: unknown): boolean => isCausedBy(error, codes);

/** Does a transaction, or a single statement, again when it was rolled back in favor of another one. */
export const retryConflicts = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, { isPassing: (error) => isCausedBy(error, conflicts), patienceMs: conflictMs });
