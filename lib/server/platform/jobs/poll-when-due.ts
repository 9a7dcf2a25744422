import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { defineStatement } from "../db/query/define-query";
import { log } from "../log/log";
import { withoutLogContext } from "../log/log-context";

interface DueWork {
  /** For the log when it fails: "looking for runs failed". */
  failed: string;
  /** When the nearest work is due, by the database's clock; null without any. A `timestamptz` without values of callers. */
  nextDue: SQL;
  /** The longest time between two polls, in ms. */
  everyMs: number;
  /** Does what is due. Not called again while it runs. */
  run: () => Promise<unknown>;
  /** The database could not be asked. */
  onFailure?: (error: unknown) => void;
}

interface Entry extends DueWork {
  running?: Promise<void>;
}

/** So that the database's clock has passed the due time. */
const marginMs = 5;

type Poller = ReturnType<typeof createPoller>;
const pollers = new WeakMap<Db, Poller>();

/**
 * Runs work whenever some is due. One statement polls for all work of a database: every `everyMs`, and when the nearest is due.
 * Returns a function to stop, which waits for work in progress.
 */
export function pollWhenDue(db: Db, work: DueWork): () => Promise<void> {
  const poller = pollers.get(db) ?? createPoller(db);
  pollers.set(db, poller);
  return poller.add(work);
}

/** Delays in ms until the work in the columns `work_0`, `work_1` and so on is due. */
type Delays = Record<string, number | null>;

const defineDelays = (entries: Entry[]) =>
  defineStatement<Record<string, never>, Delays>()(() => {
    const columns = entries.map(
      ({ nextDue }, i) => sql`(extract(epoch from (${nextDue}) - now()) * 1000)::float8 ${sql.identifier(`work_${i}`)}`,
    );
    return sql`select ${sql.join(columns, sql`, `)}`;
  });

function createPoller(db: Db) {
  let entries: Entry[] = [];
  let selectDelays = defineDelays(entries);
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;

  const start = (entry: Entry): void => {
    entry.running ??= entry
      .run()
      .then(() => undefined)
      .catch((err: unknown) => log().warn({ err }, entry.failed))
      .finally(() => {
        entry.running = undefined;
      });
  };

  /** Starts what is due. Returns when to poll again, in ms. */
  const poll = async (): Promise<number> => {
    const polled = entries;
    const everyMs = Math.min(...polled.map((entry) => entry.everyMs));
    try {
      const [found] = await selectDelays(db, {});
      const delays = polled.map((_, i) => found?.[`work_${i}`] ?? Number.POSITIVE_INFINITY);
      for (const [i, entry] of polled.entries()) if ((delays[i] ?? 0) <= 0 && entries.includes(entry)) start(entry);
      return Math.min(everyMs, ...delays.filter((ms) => ms > 0).map((ms) => ms + marginMs));
    } catch (err) {
      log().warn({ err }, "looking for due work failed");
      for (const { onFailure } of polled) onFailure?.(err);
      return everyMs;
    }
  };

  const schedule = (ms: number): void => {
    clearTimeout(timer);
    if (entries.length > 0) timer = withoutLogContext(() => setTimeout(() => void tick(), ms));
  };

  const tick = async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    const nextMs = await poll();
    isPolling = false;
    schedule(nextMs);
  };

  const setEntries = (next: Entry[]): void => {
    entries = next;
    selectDelays = defineDelays(entries);
    schedule(0);
  };

  return {
    add(work: DueWork): () => Promise<void> {
      const entry: Entry = { ...work };
      setEntries([...entries, entry]);
      return async () => {
        setEntries(entries.filter((other) => other !== entry));
        await entry.running;
      };
    },
  };
}
