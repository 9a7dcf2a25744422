import { sql } from "drizzle-orm";
import { handleDeadlines } from "../engine/runs/deadlines";
import type { Db } from "../platform/db/client";
import { defineStatement } from "../platform/db/query/define-query";
import { log } from "../platform/log/log";
import { withoutLogContext } from "../platform/log/log-context";
import { startDueApps } from "../resources/apps/due";
import { createPendingChecks } from "../resources/tools/check-in-background";

const everyMs = 1_000;

interface Due {
  deadlines: boolean;
  apps: boolean;
}

/** One statement instead of a transaction for each kind of work. */
const findDue = defineStatement<Record<string, never>, Due>()(
  () => sql`
    select exists (select from input_requests where deadline <= now()) deadlines,
      exists (select from apps where next_due <= now()) apps`,
);

/** Periodic work, in this order. Each is done once across processes. */
const works: [what: string, work: (db: Db, due: Due) => Promise<void> | undefined][] = [
  ["handling expired questions", (db, due) => (due.deadlines ? handleDeadlines(db) : undefined)],
  ["starting apps that are due", (db, due) => (due.apps ? startDueApps(db) : undefined)],
  ["checking tools again", createPendingChecks()],
];

/** Runs every second; missed work is done once. Returns a function to stop, which waits for a run in progress. */
export function startClock(db: Db, ms = everyMs): () => Promise<void> {
  let running: Promise<void> | undefined;
  let stopped = false;
  const runAll = async (): Promise<void> => {
    const [due] = await findDue(db, {});
    for (const [what, work] of works)
      if (due && !stopped) await work(db, due)?.catch((error: unknown) => log().warn({ err: error }, `${what} failed`));
  };
  const tick = () => {
    running ??= runAll()
      .catch((error: unknown) => log().warn({ err: error }, "looking for due work failed"))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = withoutLogContext(() => setInterval(tick, ms));
  tick();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
