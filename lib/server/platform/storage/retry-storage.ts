import { isStorageFailure } from "../disk/disk";
import { type Patience, retry } from "../lifecycle/retry";

const readMs = 5_000;

/** Retries file storage operations while failures may be temporary. Throws the last failure. */
export const retryStorage = <T>(work: () => Promise<T>, { patienceMs = readMs, signal }: Patience = {}): Promise<T> =>
  retry(work, { isTemporary: isStorageFailure, patienceMs, signal });
