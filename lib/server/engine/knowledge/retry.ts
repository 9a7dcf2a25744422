import { AppError } from "../../platform/errors/errors";
import { failureOf } from "../models/providers/bounds/failure";

const firstMs = 2_000;
const longestMs = 15 * 60_000;
/** Attempts per stage before a document counts as failed. */
export const maxAttempts = 8;

/** An error of something that all documents depend on: no single document fails. */
export class SharedTroubleError extends Error {
  readonly retryAfterMs: number | null;
  /** `retryAfterMs` null: a user has to act first. */
  constructor(message: string, retryAfterMs: number | null, cause?: unknown) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The backoff before the next attempt, with up to 100 percent jitter. */
export function waitFor(attempt: number, askedMs?: number): number {
  const wait = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 20));
  return Math.round(Math.max(askedMs ?? 0, wait) * (1 + Math.random() / 2));
}

/** Converts an error of the embedding model to a failure of one document or of all. */
export function modelTrouble(error: unknown, secrets: readonly string[], attempt: number): SharedTroubleError {
  if (error instanceof SharedTroubleError) return error;
  if (error instanceof AppError) return new SharedTroubleError(error.message, null, error);
  const { message, retryable, retryAfterMs } = failureOf(error, secrets);
  return new SharedTroubleError(message, retryable ? waitFor(attempt, retryAfterMs) : null, error);
}
