import { hostname } from "node:os";
import { eq, lt, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/client";
import { workers } from "../../../platform/db/tables/runs";
import { log } from "../../../platform/log/log";

/** After this, a silent worker is no longer listed. */
const expiresAfter = "1 day";
/** An idle worker is reported only this often. Less than a lease, after which it is shown as gone. */
const idleMs = 9_000;

/**
 * Reports a worker at each heartbeat, less often while it is idle, and when it stops. Failures are only logged: no run depends
 * on it.
 */
export function trackPresence(db: Db, id: string, maxRuns: number) {
  let isRegistered = false;
  let isStopped = false;
  let idleWrittenAt = Number.NEGATIVE_INFINITY;
  async function writeHeartbeat(active: number): Promise<void> {
    if (!isRegistered)
      await db.delete(workers).where(lt(workers.lastHeartbeat, sql`now() - ${expiresAfter}::interval`));
    await db
      .insert(workers)
      .values({ id, host: hostname(), pid: process.pid, active, maxRuns })
      .onConflictDoUpdate({ target: workers.id, set: { active, lastHeartbeat: sql`now()` } });
    isRegistered = true;
  }
  let last = Promise.resolve();
  const serialize = (work: () => Promise<unknown>, failed: string): Promise<void> => {
    last = last.then(async () => void (await work())).catch((err: unknown) => log().warn({ err }, failed));
    return last;
  };
  return {
    heartbeat: (active: number): void => {
      if (isStopped || (active === 0 && performance.now() - idleWrittenAt < idleMs)) return;
      idleWrittenAt = active === 0 ? performance.now() : Number.NEGATIVE_INFINITY;
      void serialize(() => writeHeartbeat(active), "the worker's heartbeat was not recorded");
    },
    remove(): Promise<void> {
      isStopped = true;
      return serialize(() => db.delete(workers).where(eq(workers.id, id)), "the worker was not removed from the list");
    },
  };
}
