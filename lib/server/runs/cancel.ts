import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { notify } from "../db/notify";
import { log } from "../log";
import { singleton } from "../registry";
import { runs } from "../sessions/table";
import { endRun } from "./finish";
import { leaseMs, openStates, type RunRow, runChannel } from "./lease";
import { currentWorker } from "./worker";

/** How long a run's worker may take to renew its lease when a run is stopped, before it counts as gone. */
const answerMs = 1_500;

const isHeld = sql<boolean>`coalesce(${runs.status} = 'running' and ${runs.leaseUntil}
  between now() and now() + ${`${leaseMs} milliseconds`}::interval, false)`;

/** Changes with each renewal, and with the holder. */
const lease = sql<string>`concat(${runs.leaseOwner}, ' ', extract(epoch from ${runs.leaseUntil}))`;

/** Stops the session's run wherever it is. One that nobody works on is ended here. No run: nothing to do. */
export async function cancelRun(db: Db, teamId: string, sessionId: string): Promise<void> {
  const active = and(eq(runs.teamId, teamId), eq(runs.sessionId, sessionId), inArray(runs.status, openStates));
  const [found] = await db
    .update(runs)
    .set({ cancelRequested: true })
    .where(active)
    .returning({ ...getTableColumns(runs), isHeld, lease });
  if (!found) return;
  const { isHeld: held, lease: readLease, ...run } = found;
  currentWorker()?.cancel(run.id);
  await notify(db, runChannel, `cancel:${run.id}`);
  if (!held) return endAbandoned(db, run, readLease);
  const ending: Promise<void> = sleep(answerMs)
    .then(() => endAbandoned(db, run, readLease))
    .catch((error: unknown) => log().warn({ err: error, runId: run.id }, "a stopped run was not ended"))
    .finally(() => cancels().delete(ending));
  cancels().add(ending);
}

const cancels = () => singleton("run-cancels", () => new Set<Promise<void>>());

/** Resolves once every run that was stopped here has ended, or has a worker that ends it. */
export async function cancelsIdle(): Promise<void> {
  while (cancels().size > 0) await Promise.all(cancels());
}

/** Ends a run unless somebody has taken it up, or renewed its lease, since it was read. */
async function endAbandoned(db: Db, run: RunRow, readLease: string): Promise<void> {
  const owner = "cancelled";
  const [mine] = await db
    .update(runs)
    .set({ status: "running", leaseOwner: owner, leaseUntil: sql`now() + interval '15 seconds'` })
    .where(
      and(eq(runs.id, run.id), inArray(runs.status, openStates), eq(runs.attempt, run.attempt), eq(lease, readLease)),
    )
    .returning();
  if (mine) await endRun(db, mine, { status: "cancelled", reason: "Stopped." });
}

/** Stops every run of a team that is to go. */
export async function cancelTeamRuns(db: Db, teamId: string): Promise<void> {
  const open = await db
    .selectDistinct({ sessionId: runs.sessionId })
    .from(runs)
    .where(and(eq(runs.teamId, teamId), inArray(runs.status, openStates)));
  for (const { sessionId } of open) await cancelRun(db, teamId, sessionId);
}
