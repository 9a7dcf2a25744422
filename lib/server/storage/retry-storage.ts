import { isStorageTrouble } from "../disk";
import { retry } from "../retry";

const readMs = 5_000;

export interface Patience {
  /** No try begins later than so many milliseconds after the first. */
  patienceMs?: number;
  /** No other try begins once it is aborted. */
  signal?: AbortSignal;
}

/** Reads from file storage, or writes to it, again while it fails by what may pass. Throws its last failure. */
export const retryStorage = <T>(work: () => Promise<T>, { patienceMs = readMs, signal }: Patience = {}): Promise<T> =>
  retry(work, { isPassing: isStorageTrouble, patienceMs, signal });
