import type { Db } from "../db/client";
import type { NewEvent } from "./events";
import { recordEvents } from "./finish";
import type { RunRow } from "./lease";

/**
 * Returns a function that writes events of a run: what is given while a write is under way goes into the next one together,
 * in one transaction. The promise settles once its events are written; one that failed fails all that came with it.
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
