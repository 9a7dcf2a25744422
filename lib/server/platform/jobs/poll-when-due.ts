import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { defineStatement } from "../db/query/define-query";
import { log } from "../log/log";
import { withoutLogContext } from "../log/log-context";

interface DueWork {
  /** For the log when it fails: "polling for runs failed". */
  failed: string;
  /** When the nearest work is due, by the database's clock; null without any. A `timestamptz` without values of callers. */
  nextDue: SQL;
  /** The longest time between two polls, in ms. */
  everyMs: number;
  /** Does what is due. Not called again while it runs, but afterwards if more has become due. */
  run: () => Promise<unknown>;
  /** The database could not be polled, or the work has failed. Both are logged. */
  onFailure?: (error: unknown) => void;
}

export interface DuePoll {
  /** Polls as soon as possible: some work may have become due. */
  pollNow(): void;
  /** Waits for work in progress. */
  stop(): Promise<void>;
}

interface Entry extends DueWork {
  running?: Promise<unknown>;
  /** It was found due while it was running. */
  again?: boolean;
}

/** So that the database's clock has passed the due time. */
const marginMs = 5;

const pollers = new WeakMap<Db, ReturnType<typeof createPoller>>();

/** Runs work whenever some is due. One statement polls for all work of a database: every `everyMs`, and when the nearest is due. */
export function pollWhenDue(db: Db, work: DueWork): DuePoll {
  const poller = pollers.get(db) ?? createPoller(db);
  pollers.set(db, poller);
  return poller.add(work);
}

/** Selects the ms until each work is due, in the columns `work_0`, `work_1` and so on. */
const defineDelays = (entries: Entry[]) =>
  defineStatement<Record<string, never>, Record<string, number | null>>()(() => {
    const columns = entries.map(
      ({ nextDue }, i) => sql`(extract(epoch from (${nextDue}) - now()) * 1000)::float8 ${sql.identifier(`work_${i}`)}`,
    );
    return sql`select ${sql.join(columns, sql`, `)}`;
  });

function createPoller(db: Db) {
  let entries: Entry[] = [];
  let selectDelays = defineDelays(entries);
  let timer: NodeJS.Timeout | undefined;
  /** When the timer fires, by `performance.now()`. */
  let timerAt = Number.POSITIVE_INFINITY;
  let isPolling = false;
  let pollAgain = false;

  const report = (error: unknown, what: string, affected: Entry[]): void => {
    log().warn({ err: error }, what);
    for (const { onFailure } of affected) onFailure?.(error);
  };

  const start = (entry: Entry): void => {
    entry.again = entry.running !== undefined;
    entry.running ??= entry
      .run()
      .catch((error: unknown) => report(error, entry.failed, [entry]))
      .finally(() => {
        entry.running = undefined;
        if (entry.again) pollNow();
      });
  };

  /** Starts what is due. Returns when to poll again, in ms. */
  const poll = async (): Promise<number> => {
    const polled = entries;
    const everyMs = Math.min(...polled.map((entry) => entry.everyMs));
    try {
      const [found] = await selectDelays(db, {});
      const delays = polled.map((_, i) => found?.[`work_${i}`] ?? Number.POSITIVE_INFINITY);
      polled.filter((entry, i) => (delays[i] ?? 0) <= 0 && entries.includes(entry)).forEach(start);
      return Math.min(everyMs, ...delays.filter((ms) => ms > 0).map((ms) => ms + marginMs));
    } catch (error) {
      report(error, "polling for due work failed", polled);
      return everyMs;
    }
  };

  const schedule = (ms: number): void => {
    const at = performance.now() + ms;
    // Repeated calls must not postpone a poll.
    if (entries.length === 0 || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = withoutLogContext(() => setTimeout(() => void tick(), ms).unref());
  };

  const tick = async (): Promise<void> => {
    timerAt = Number.POSITIVE_INFINITY;
    if (entries.length === 0) return;
    isPolling = true;
    pollAgain = false;
    const nextMs = await poll();
    isPolling = false;
    schedule(pollAgain ? 0 : nextMs);
  };

  const pollNow = (): void => {
    if (isPolling) pollAgain = true;
    else schedule(0);
  };

  const setEntries = (next: Entry[]): void => {
    entries = next;
    selectDelays = defineDelays(entries);
    pollNow();
  };

  return {
    add(work: DueWork): DuePoll {
      const entry: Entry = { ...work };
      setEntries([...entries, entry]);
      return {
        pollNow,
        async stop() {
          setEntries(entries.filter((other) => other !== entry));
          await entry.running;
        },
      };
    },
  };
}
