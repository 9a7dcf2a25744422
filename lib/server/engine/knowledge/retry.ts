import { AppError } from "../../platform/errors/errors";
import { nameModel, toFailure } from "../models/providers/bounds/failure";

const firstMs = 2_000;
const maxMs = 15 * 60_000;
/** Attempts per stage before a document counts as failed. */
export const maxAttempts = 8;

/** An error of something that all documents depend on: no single document fails. */
export class SharedError extends Error {
  readonly retryAfterMs: number | null;
  /** `retryAfterMs` null: a user has to act first. */
  constructor(message: string, retryAfterMs: number | null, cause?: unknown) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The backoff before the next attempt, with up to 100 percent jitter. */
export function computeBackoff(attempt: number, requestedMs?: number): number {
  const wait = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 20));
  return Math.round(Math.max(requestedMs ?? 0, wait) * (1 + Math.random() / 2));
}

/** Converts an error of the embedding model to a failure of one document or of all. */
export function toSharedError(
  error: unknown,
  { name, secrets }: { name: string; secrets: readonly string[] },
  attempt: number,
): SharedError {
  if (error instanceof SharedError) return error;
  if (error instanceof AppError) return new SharedError(error.message, null, error);
  const failure = toFailure(error, secrets);
  const wait = failure.retryable ? computeBackoff(attempt, failure.retryAfterMs) : null;
  return new SharedError(nameModel(failure, name), wait, error);
}
