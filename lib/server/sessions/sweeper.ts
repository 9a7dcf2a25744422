import type { Db } from "../db/client";
import { log } from "../log";
import { sweepShares } from "../shares/service";
import { sweepSessions } from "./retention";

const firstMs = 60_000;
const everyMs = 3_600_000;

/** Sweeps a minute after the start and then every hour. Answers the way to stop, which waits for a batch under way. */
export function startSweeper(db: Db, times = { firstMs, everyMs }): () => Promise<void> {
  const ending = new AbortController();
  let sweeping: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const sweep = (): void => {
    sweeping = sweepSessions(db, ending.signal)
      .then(() => sweepShares(db))
      .catch((error: unknown) => log().warn({ err: error }, "removing what is old failed"))
      .finally(() => later(times.everyMs));
  };
  const later = (ms: number): void => {
    if (!ending.signal.aborted) timer = setTimeout(sweep, ms).unref();
  };
  later(times.firstMs);
  return async () => {
    ending.abort();
    clearTimeout(timer);
    await sweeping;
  };
}
