import { AppError } from "../http/errors";
import { failureOf } from "../models/providers/failure";

const firstMs = 2_000;
const longestMs = 15 * 60_000;
/** Tries of one stage before a document counts as failed. */
export const attemptsMost = 8;

/** Trouble with something that all documents need: none of them is at fault, so none fails. */
export class SharedTroubleError extends Error {
  readonly retryAfterMs: number | null;
  /** `retryAfterMs` null: nothing changes until somebody does something. */
  constructor(message: string, retryAfterMs: number | null, cause?: unknown) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** How long to wait before the next try, with as much again of chance, so that many do not come back together. */
export function waitFor(attempt: number, askedMs?: number): number {
  const wait = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 20));
  return Math.round(Math.max(askedMs ?? 0, wait) * (1 + Math.random() / 2));
}

/** Trouble with the embedding model, for whom it concerns. */
export function modelTrouble(error: unknown, secrets: readonly string[], attempt: number): SharedTroubleError {
  if (error instanceof SharedTroubleError) return error;
  if (error instanceof AppError) return new SharedTroubleError(error.message, null, error);
  const { message, retryable, retryAfterMs } = failureOf(error, secrets);
  return new SharedTroubleError(message, retryable ? waitFor(attempt, retryAfterMs) : null, error);
}
