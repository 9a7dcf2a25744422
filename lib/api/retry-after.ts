import { ApiError } from "./api-error";

/** Milliseconds that the server has asked to wait before another attempt; 0 where it has not. */
export const retryAfterMs = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
