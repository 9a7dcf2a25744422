import { ApiError } from "./api-error";

/** Returns the milliseconds that the server asked to wait before a retry; 0 if it did not. */
export const retryAfterMs = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;

/** Longer waits are shown to the user instead. */
const maxWaitMs = 30_000;

/** Whether a retry may soon succeed: no connection, no database, or rate limited. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 429) return retryAfterMs(error) > 0 && retryAfterMs(error) <= maxWaitMs;
  return error.code === "network" || error.code === "unavailable";
}
