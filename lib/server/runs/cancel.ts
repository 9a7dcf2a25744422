import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../db/client";
import { notifySoon } from "../db/notify";
import { log } from "../log";
import { runs } from "../sessions/table";
import { endRun } from "./finish";
import { LeaseLostError, openStates, type RunRow, runChannel, until } from "./lease";
import { currentWorker } from "./worker";

/** Holds a run that is ended by whoever stops it. */
const canceller = "cancelled";

/** A worker that is alive works on it: its lease has not run out. */
const isHeld = sql`(${runs.status} = 'running' and ${runs.leaseOwner} <> ${canceller} and ${runs.leaseUntil} >= now())`;

/**
 * Writes that the runs are to be stopped. A worker ends the run that it holds. What no worker holds is taken over in the same
 * statement, so that whoever stops it can end it; where that fails, its lease runs out and any worker ends it.
 */
export function requestCancel(db: Db | Tx, which: SQL | undefined): Promise<RunRow[]> {
  const { status, leaseOwner, leaseUntil } = runs;
  return db
    .update(runs)
    .set({
      cancelRequested: true,
      status: sql`case when ${isHeld} then ${status} else 'running' end`,
      leaseOwner: sql`case when ${isHeld} then ${leaseOwner} else ${canceller} end`,
      leaseUntil: sql`case when ${isHeld} then ${leaseUntil} else ${until()} end`,
    })
    .where(and(which, inArray(runs.status, openStates)))
    .returning();
}

/** Stops the session's run wherever it is. One that no worker holds has ended when this returns. No run: nothing to do. */
export async function cancelRun(db: Db, teamId: string, sessionId: string): Promise<void> {
  const [run] = await requestCancel(db, and(eq(runs.teamId, teamId), eq(runs.sessionId, sessionId)));
  if (!run) return;
  // Told also of one that was taken over: its worker may be alive, and only its lease have run out.
  currentWorker()?.cancel(run.id);
  notifySoon(runChannel, `cancel:${run.id}`);
  if (run.leaseOwner === canceller) await endStopped(db, run);
}

/** What fails here is done by a worker once the lease has run out: what was asked for is written. */
async function endStopped(db: Db, run: RunRow): Promise<void> {
  try {
    await endRun(db, run, { status: "cancelled", reason: "Stopped." });
  } catch (error) {
    // Somebody else who stopped it has ended it.
    if (!(error instanceof LeaseLostError))
      log().warn({ err: error, runId: run.id }, "a stopped run has not ended yet");
  }
}

/** Stops every run of a team that is to go. */
export async function cancelTeamRuns(db: Db, teamId: string): Promise<void> {
  const open = await db
    .selectDistinct({ sessionId: runs.sessionId })
    .from(runs)
    .where(and(eq(runs.teamId, teamId), inArray(runs.status, openStates)));
  for (const { sessionId } of open) await cancelRun(db, teamId, sessionId);
}
