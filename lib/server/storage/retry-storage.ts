import { isStorageTrouble } from "../disk";
import { retry } from "../retry";

const readMs = 5_000;

/** Reads from file storage, or writes to it, again while it fails by what may pass. Throws its last failure. */
export const retryStorage = <T>(
  work: () => Promise<T>,
  { patienceMs = readMs, signal }: { patienceMs?: number; signal?: AbortSignal } = {},
): Promise<T> => retry(work, { isPassing: isStorageTrouble, patienceMs, signal });
