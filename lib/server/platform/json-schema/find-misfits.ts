import { IsolatedPool } from "../isolated/isolated-pool";
import { IsolationError } from "../isolated/isolated-process";
import { findMisfits } from "./check";
import type { CheckJob, CheckReply } from "./protocol";
import { type Misfit, TooManyStepsError } from "./work";

/** A step takes at most about 400 nanoseconds before the code is optimized: 40 ms here, some seconds in a separate process. */
const maxStepsHere = 100_000;
const maxSteps = 10_000_000;
const maxMisfits = 10;

const limits = { timeMs: 10_000, heapMb: 256, running: 2, perTeam: 1, waiting: 50 };
let pool: IsolatedPool<CheckJob, CheckReply> | undefined;

function schemaPool(): IsolatedPool<CheckJob, CheckReply> {
  pool ??= new IsolatedPool("lib/server/platform/json-schema/worker.ts", limits);
  return pool;
}

export const closeSchemaPool = (): void => pool?.close();

/** Like `findMisfitsIsolated`, for synchronous use: throws an `IsolationError` when the check is expensive. */
export function findMisfitsHere(schema: unknown, value: unknown): Misfit[] {
  try {
    return findMisfits(schema, value, { maxSteps: maxStepsHere, maxMisfits });
  } catch (error) {
    throw error instanceof TooManyStepsError ? new IsolationError("slow") : error;
  }
}

/**
 * Returns up to ten places where a value does not match a schema. Expensive checks run in a separate process. Throws an
 * `IsolationError` when there is no result, or the signal's reason.
 */
export async function findMisfitsIsolated(
  teamId: string,
  schema: unknown,
  value: unknown,
  signal: AbortSignal,
): Promise<Misfit[]> {
  try {
    return findMisfitsHere(schema, value);
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error;
  }
  const misfits = await schemaPool().run(teamId, { schema, value, maxSteps, maxMisfits }, signal);
  if (!misfits) throw new IsolationError("slow");
  return misfits;
}
