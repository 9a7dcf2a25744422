import { handleDeadlines } from "../engine/runs/deadlines";
import type { Db } from "../platform/db/client";
import { log } from "../platform/log/log";
import { withoutLogContext } from "../platform/log/log-context";
import { startDueApps } from "../resources/apps/due";
import { createPendingChecks } from "../resources/tools/check-in-background";

const everyMs = 1_000;

/** Periodic work, in this order. Each is done once across processes. */
const works: [what: string, work: (db: Db) => Promise<void>][] = [
  ["looking for questions whose time is over", handleDeadlines],
  ["starting apps that are due", startDueApps],
  ["looking again at tools", createPendingChecks()],
];

/** Runs every second; missed work is done once. Returns a function to stop, which waits for a run in progress. */
export function startClock(db: Db, ms = everyMs): () => Promise<void> {
  let running: Promise<void> | undefined;
  let stopped = false;
  const runAll = async (): Promise<void> => {
    for (const [what, work] of works)
      if (!stopped) await work(db).catch((error: unknown) => log().warn({ err: error }, `${what} failed`));
  };
  const tick = () => {
    running ??= runAll().finally(() => {
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
