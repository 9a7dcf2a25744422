import { sql } from "drizzle-orm";
import { handleDeadlines } from "../engine/runs/deadlines";
import type { Db } from "../platform/db/client";
import { pollWhenDue } from "../platform/jobs/poll-when-due";
import { log } from "../platform/log/log";
import { withoutLogContext } from "../platform/log/log-context";
import { startDueApps } from "../resources/apps/due";
import { nextEnd, storeCallbacks } from "../resources/publications/webhook/callback-rows";
import { nextDelivery, startDueDeliveries } from "../resources/publications/webhook/due";
import { nextCallback, sendDueCallbacks } from "../resources/publications/webhook/send-callbacks";
import { checkPending } from "../resources/tools/check-in-background";

const everyMs = 3_000;
const checkEveryMs = 60_000;

/**
 * Starts work that is due by the clock. Each is done once across processes, missed work once. Returns a function to stop, which
 * waits for work in progress.
 */
export function startClock(db: Db, ms = everyMs): () => Promise<void> {
  const polls = [
    pollWhenDue(db, {
      failed: "handling expired requests failed",
      nextDue: sql`select min(deadline) from input_requests`,
      everyMs: ms,
      run: () => handleDeadlines(db),
    }),
    pollWhenDue(db, {
      failed: "starting scheduled apps failed",
      nextDue: sql`select min(next_due) from apps`,
      everyMs: ms,
      run: () => startDueApps(db),
    }),
    pollWhenDue(db, {
      failed: "starting waiting webhook events failed",
      nextDue: nextDelivery,
      everyMs: ms,
      run: () => startDueDeliveries(db),
    }),
    pollWhenDue(db, {
      failed: "storing callbacks failed",
      nextDue: nextEnd,
      everyMs: ms,
      run: () => storeCallbacks(db),
    }),
    pollWhenDue(db, {
      failed: "sending callbacks failed",
      nextDue: nextCallback,
      everyMs: ms,
      run: () => sendDueCallbacks(db),
    }),
  ];
  const checkTools = (): void =>
    void checkPending(db).catch((error: unknown) => log().warn({ err: error }, "checking tools again failed"));
  const timer = withoutLogContext(() => setInterval(checkTools, checkEveryMs));
  checkTools();
  return async () => {
    clearInterval(timer);
    await Promise.all(polls.map((poll) => poll.stop()));
  };
}
