import type { Db } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import { checkOwnBudgets, checkSize, limitCalls } from "./limits";
import { endCall, recordCall } from "./log";
import type { PublicationCaller } from "./service";

interface CallOf {
  sessionId?: string | undefined;
}

/** Counts a call that starts or continues a run, and records it if it is refused. */
export const withinLimits = <T>(
  db: Db,
  caller: PublicationCaller,
  { bytes, ...of }: CallOf & { bytes: number },
  work: () => Promise<T>,
): Promise<T> =>
  countingCall(db, caller, of, async () => {
    checkSize(caller, bytes);
    await checkOwnBudgets(db, caller);
    return work();
  });

/** The same without the limits of size and budget. Not in a transaction, since counting needs another connection. */
export async function countingCall<T>(
  db: Db,
  caller: PublicationCaller,
  { sessionId }: CallOf,
  work: () => Promise<T>,
): Promise<T> {
  // Not recorded, so that a caller cannot fill the log.
  await limitCalls(caller);
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) {
      const callId = await recordCall(db, caller, "refused", { sessionId });
      await endCall(db, callId, { status: "refused", httpStatus: error.status, error: error.message });
    }
    throw error;
  }
}
