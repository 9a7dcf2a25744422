import { startDueApps } from "./apps/due";
import type { Db } from "./db/client";
import { log } from "./log";
import { withoutLogContext } from "./log-context";
import { workDeadlines } from "./runs/deadlines";
import { pendingChecks } from "./tools/settle";

const everyMs = 1_000;

/** What is due at a moment, in this order. Each does its work once, whatever other processes do. */
const works: [what: string, work: (db: Db) => Promise<void>][] = [
  ["looking for questions whose time is over", workDeadlines],
  ["starting apps that are due", startDueApps],
  ["looking again at tools", pendingChecks()],
];

/** Looks every second; what was missed while nobody looked is done once. Answers the way to stop, which waits for a look under way. */
export function startClock(db: Db, ms = everyMs): () => Promise<void> {
  let looking: Promise<void> | undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    for (const [what, work] of works)
      if (!stopped) await work(db).catch((error: unknown) => log().warn({ err: error }, `${what} failed`));
  };
  const tick = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  };
  const timer = withoutLogContext(() => setInterval(tick, ms));
  tick();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await looking;
  };
}
