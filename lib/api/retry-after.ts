import { ApiError } from "./api-error";

/** Milliseconds that the server has asked to wait before another attempt; 0 where it has not. */
export const retryAfterMs = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;

/** Who is to wait longer is told so instead. */
const longestMs = 30_000;

/** Whether the same call may well succeed a moment later: no connection, no database, or too many calls for the moment. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 429) return retryAfterMs(error) > 0 && retryAfterMs(error) <= longestMs;
  return error.code === "network" || error.code === "unavailable";
}
