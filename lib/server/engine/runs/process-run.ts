import type { Db } from "../../platform/db/client";
import { log } from "../../platform/log/log";
import { executeRun, type RunLimits } from "./execute";
import { LeaseLostError, maxAttempts, type RunRow } from "./lease/lease";
import { announceStart } from "./loop/resume";
import { observe } from "./observe/observer";
import { endRun } from "./outcome/finish";

/** The kind of error of a run that was interrupted too often. */
export const interruptedType = "interrupted";

/** How the worker got a run: started here, resumed here by a response, queued, or with an expired lease. */
export type Origin = "start" | "answer" | "queue" | "lapse";

export async function processRun(
  db: Db,
  run: RunRow,
  signal: AbortSignal,
  limits: RunLimits,
  origin: Origin,
): Promise<void> {
  try {
    signal.throwIfAborted();
    log().info({ teamId: run.teamId, attempt: run.attempt }, "run started");
    if (run.cancelRequested) return await endRun(db, run, { status: "cancelled", reason: "Canceled." });
    if (run.attempt > maxAttempts) {
      const reason = "The server was interrupted three times while working on this run. Try again.";
      return await endRun(db, run, { status: "error", reason, errorType: interruptedType });
    }
    if (origin === "queue" || origin === "lapse") await announceStart(db, run, origin === "lapse");
    await executeRun(db, run, signal, limits, origin !== "start");
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    observe((observer) => observer.onReleased(run));
  }
}
