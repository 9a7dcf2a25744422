import type { Db } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import { checkOwnBudgets, checkSize, limitCalls } from "./limits";
import { endCall, recordCall } from "./log";
import type { PublicationCaller } from "./service";

/** Counts a call that starts or continues a run, and records it if it is refused. */
export async function withinLimits<T>(
  db: Db,
  caller: PublicationCaller,
  { bytes, sessionId }: { bytes: number; sessionId?: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  // Not recorded, so that a caller cannot fill the log.
  await limitCalls(caller);
  try {
    checkSize(caller, bytes);
    await checkOwnBudgets(db, caller);
    return await work();
  } catch (error) {
    if (error instanceof AppError) {
      const callId = await recordCall(db, caller, "refused", { sessionId });
      await endCall(db, callId, { status: "refused", httpStatus: error.status, error: error.message });
    }
    throw error;
  }
}
