import { backoffMs } from "../../lifecycle/retry";
import { log } from "../../log/log";
import { withoutLogContext } from "../../log/log-context";
import { singleton } from "../../process/registry";
import { type Db, openDatabase } from "../client";
import { isTransient } from "../connection/is-transient";

const batchDelayMs = 10;

interface Waiting<T> {
  entries: Map<string, T>;
  timer: NodeJS.Timeout | null;
  failures: number;
  /** Serialized, so that entries keep their order. */
  last: Promise<void>;
}

type Flush = (isEnding?: boolean) => Promise<void>;
const flushes = () => singleton("notify-flushes", () => new Map<string, Flush>());

/**
 * Sends entries to other processes with a short delay, in batches and without duplicates. For use after commits, because
 * PostgreSQL serializes the commits of notifying transactions. Retried while the database is unavailable.
 */
export function createOutbox<T>(name: string, send: (db: Db, entries: T[]) => Promise<unknown>) {
  const state = () =>
    singleton<Waiting<T>>(`outbox-${name}`, () => ({
      entries: new Map(),
      timer: null,
      failures: 0,
      last: Promise.resolve(),
    }));

  function flushLater(): void {
    const waiting = state();
    const ms = waiting.failures > 0 ? backoffMs(waiting.failures) : batchDelayMs;
    waiting.timer ??= withoutLogContext(() => setTimeout(() => void flush(), ms));
  }

  async function sendAll(isEnding: boolean): Promise<void> {
    const waiting = state();
    if (waiting.timer) clearTimeout(waiting.timer);
    waiting.timer = null;
    const entries = [...waiting.entries];
    waiting.entries.clear();
    if (entries.length === 0) return;
    try {
      const { db } = await openDatabase();
      await send(
        db,
        entries.map(([, entry]) => entry),
      );
      waiting.failures = 0;
    } catch (error) {
      log().warn({ err: error }, "other processes were not notified");
      if (!isTransient(error) || isEnding) return;
      waiting.entries = new Map([...entries, ...waiting.entries]);
      waiting.failures += 1;
      flushLater();
    }
  }

  const flush: Flush = (isEnding = false) => {
    const waiting = state();
    waiting.last = waiting.last.then(() => sendAll(isEnding));
    return waiting.last;
  };
  flushes().set(name, flush);

  /** `key`: entries with the same one are sent once. */
  return (key: string, entry: T): void => {
    state().entries.set(key, entry);
    flushLater();
  };
}

/** Sends what waits in all outboxes. With `isEnding`, failures are not retried. */
export async function flushNotify(isEnding = false): Promise<void> {
  await Promise.all([...flushes().values()].map((flush) => flush(isEnding)));
}
