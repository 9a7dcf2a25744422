/** Queued requests of one connection. */
export interface CallQueue {
  last: Promise<unknown>;
  waiting: number;
  /** Requests refused since the queue was last empty. */
  refused: number;
}

/** More than a page ever has in flight. */
const maxWaiting = 100;
/** A client that continues after this many refusals ignores replies. */
const maxRefused = 1_000;

export const createCallQueue = (): CallQueue => ({ last: Promise.resolve(), waiting: 0, refused: 0 });

/** Counts a request refused by a full queue; false: the queue has room. Cheap, because it runs for each message of a flood. */
export function refuseWhenFull(queue: CallQueue): boolean {
  if (queue.waiting < maxWaiting) return false;
  queue.refused += 1;
  return true;
}

/** Whether the connection should be closed for flooding. */
export const isFlooded = (queue: CallQueue): boolean => queue.refused > maxRefused;

/**
 * Processes one connection's requests sequentially: a leave cannot overtake its join, and a flood costs the database no more
 * than one request at a time.
 */
export async function serialize<T>(queue: CallQueue, work: () => Promise<T>): Promise<T> {
  queue.waiting += 1;
  const result = queue.last.then(work).finally(() => {
    queue.waiting -= 1;
    if (queue.waiting === 0) queue.refused = 0;
  });
  queue.last = result.catch(() => undefined);
  return result;
}
