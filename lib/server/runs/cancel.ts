import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { notify } from "../db/notify";
import { runs } from "../sessions/table";
import { endRun } from "./finish";
import { openStates, type RunRow, runChannel } from "./lease";
import { currentWorker } from "./worker";

/** Stops the session's run wherever it is. One that nobody works on is ended here. No run: nothing to do. */
export async function cancelRun(db: Db, teamId: string, sessionId: string): Promise<void> {
  const active = and(eq(runs.teamId, teamId), eq(runs.sessionId, sessionId), inArray(runs.status, openStates));
  const [run] = await db.update(runs).set({ cancelRequested: true }).where(active).returning();
  if (!run) return;
  currentWorker()?.cancel(run.id);
  await notify(db, runChannel, `cancel:${run.id}`);
  if (run.status !== "running" || !run.leaseUntil || run.leaseUntil < new Date()) await endAbandoned(db, run);
}

async function endAbandoned(db: Db, run: RunRow): Promise<void> {
  const owner = "cancelled";
  const [mine] = await db
    .update(runs)
    .set({ status: "running", leaseOwner: owner, leaseUntil: sql`now() + interval '15 seconds'` })
    .where(and(eq(runs.id, run.id), inArray(runs.status, openStates), eq(runs.attempt, run.attempt)))
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
