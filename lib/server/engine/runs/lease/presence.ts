import { hostname } from "node:os";
import { eq, lt, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/client";
import { workers } from "../../../platform/db/tables/runs";
import { log } from "../../../platform/log/log";

/** After this, a silent worker is no longer listed. */
const forgottenAfter = "1 day";

/** Reports a worker at each heartbeat and when it stops. Failures are only logged: no run depends on it. */
export function presenceOf(db: Db, id: string, runsMost: number) {
  let known = false;
  let gone = false;
  async function say(active: number): Promise<void> {
    if (!known) await db.delete(workers).where(lt(workers.lastBeat, sql`now() - ${forgottenAfter}::interval`));
    await db
      .insert(workers)
      .values({ id, host: hostname(), pid: process.pid, active, runsMost })
      .onConflictDoUpdate({ target: workers.id, set: { active, lastBeat: sql`now()` } });
    known = true;
  }
  let last = Promise.resolve();
  const inTurn = (work: () => Promise<unknown>, failed: string): Promise<void> => {
    last = last.then(async () => void (await work())).catch((err: unknown) => log().warn({ err }, failed));
    return last;
  };
  return {
    beat: (active: number): void => {
      if (!gone) void inTurn(() => say(active), "the worker was not noted");
    },
    leave(): Promise<void> {
      gone = true;
      return inTurn(() => db.delete(workers).where(eq(workers.id, id)), "the worker was not taken off the list");
    },
  };
}
