import { IsolatedPool } from "../isolated/isolated-pool";
import { IsolationError } from "../isolated/isolated-process";
import { findMisfits } from "./check";
import type { CheckJob, CheckReply } from "./protocol";
import { type Misfit, TooManyStepsError } from "./work";

/** A step costs at most about 250 nanoseconds: 100 ms here, and some seconds in a process of its own. */
const maxStepsHere = 400_000;
const maxSteps = 10_000_000;
const maxMisfits = 10;

const limits = { timeMs: 10_000, heapMb: 256, running: 2, perTeam: 1, waiting: 50 };
let pool: IsolatedPool<CheckJob, CheckReply> | undefined;

function schemaPool(): IsolatedPool<CheckJob, CheckReply> {
  pool ??= new IsolatedPool("lib/server/json-schema/worker.ts", limits);
  return pool;
}

/** Ends the idle processes. */
export function closeSchemaPool(): void {
  pool?.close();
}

/** As `misfitsOf`, for where nothing may be waited for: throws an `IsolationError` where the check takes long. */
export function quickMisfitsOf(schema: unknown, value: unknown): Misfit[] {
  try {
    return findMisfits(schema, value, { maxSteps: maxStepsHere, maxMisfits });
  } catch (error) {
    throw error instanceof TooManyStepsError ? new IsolationError("slow") : error;
  }
}

/**
 * Returns where a value does not fit a schema, at most ten places. What takes long is looked at in another process. Throws an
 * `IsolationError` where there is no result, or the signal's reason.
 */
export async function misfitsOf(
  teamId: string,
  schema: unknown,
  value: unknown,
  signal: AbortSignal,
): Promise<Misfit[]> {
  try {
    return quickMisfitsOf(schema, value);
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error;
  }
  const misfits = await schemaPool().run(teamId, { schema, value, maxSteps, maxMisfits }, signal);
  if (!misfits) throw new IsolationError("slow");
  return misfits;
}
