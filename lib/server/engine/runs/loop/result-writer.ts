import type { Db } from "../../../platform/db/client";
import type { RunRow } from "../lease/lease";
import type { NewEvent } from "../log/events";
import { recordEvents } from "../outcome/finish";

/**
 * Returns a function that batches a run's events: those added during a write are written together in the next transaction. The
 * promise settles when its events are written; a failure rejects the whole batch.
 */
export function resultWriter(db: Db, run: RunRow): (events: NewEvent[]) => Promise<void> {
  let waiting: NewEvent[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (events) => {
    waiting.push(...events);
    next ??= last.then(() => {
      const batch = waiting;
      waiting = [];
      next = undefined;
      return recordEvents(db, run, { events: batch });
    });
    last = next.catch(() => undefined);
    return next;
  };
}
