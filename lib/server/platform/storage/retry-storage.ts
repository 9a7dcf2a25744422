import { isStorageFailure } from "../disk/disk";
import { retry } from "../lifecycle/retry";

const readMs = 5_000;

export interface Patience {
  /** No attempt starts later than this many milliseconds after the first. */
  patienceMs?: number;
  signal?: AbortSignal;
}

/** Retries file storage operations while failures may be temporary. Throws the last failure. */
export const retryStorage = <T>(work: () => Promise<T>, { patienceMs = readMs, signal }: Patience = {}): Promise<T> =>
  retry(work, { isTemporary: isStorageFailure, patienceMs, signal });
