import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/client";
import { notifySoon } from "../../platform/db/notify/notify";
import { runs } from "../../platform/db/tables/sessions";
import { log } from "../../platform/log/log";
import { LeaseLostError, openStates, type RunRow, runChannel, runLease } from "./lease/lease";
import { endRun } from "./outcome/finish";
import { currentWorker } from "./worker";

/** The lease owner while a run is being cancelled outside a worker. */
const canceller = "cancelled";

/** A live worker holds it. */
const isHeldByWorker = sql`(${runLease.isHeld} and ${runs.leaseOwner} <> ${canceller})`;

/**
 * Requests cancellation. A run is ended by its worker. A run that no worker holds is claimed in the same statement, so that the
 * caller can end it; if that fails, the lease expires and any worker ends it.
 */
export function requestCancel(db: Db | Tx, which: SQL | undefined): Promise<RunRow[]> {
  return db
    .update(runs)
    .set({
      cancelRequested: true,
      status: "running",
      ...runLease.claimedUnless(isHeldByWorker, canceller),
    })
    .where(and(which, inArray(runs.status, openStates)))
    .returning();
}

/** Cancels the session's run on any worker. A run without a worker has ended when this returns. Without a run, does nothing. */
export async function cancelRun(db: Db, teamId: string, sessionId: string): Promise<void> {
  const [run] = await requestCancel(db, and(eq(runs.teamId, teamId), eq(runs.sessionId, sessionId)));
  if (!run) return;
  // Also sent for claimed runs: their worker may be alive with an expired lease.
  currentWorker()?.cancel(run.id);
  notifySoon(runChannel, `cancel:${run.id}`);
  if (run.leaseOwner === canceller) await finishCancelled(db, run);
}

/** If this fails, a worker finishes it after the lease expires: the request is recorded. */
async function finishCancelled(db: Db, run: RunRow): Promise<void> {
  try {
    await endRun(db, run, { status: "cancelled", reason: "Canceled." });
  } catch (error) {
    // Another cancellation has already ended it.
    if (!(error instanceof LeaseLostError))
      log().warn({ err: error, runId: run.id }, "a canceled run has not ended yet");
  }
}

/** Cancels every run of a team that is being deleted. */
export async function cancelTeamRuns(db: Db, teamId: string): Promise<void> {
  const open = await db
    .selectDistinct({ sessionId: runs.sessionId })
    .from(runs)
    .where(and(eq(runs.teamId, teamId), inArray(runs.status, openStates)));
  for (const { sessionId } of open) await cancelRun(db, teamId, sessionId);
}
