import { AppError } from "../../http/errors";

/**
 * `auth` wrong credentials · `missing` no such index or address · `dimensions` a vector that does not fit · `filter` one
 * that cannot be asked · `refused` by Muster's own rules · `unavailable` the package is not there for this platform
 */
export type VectorProblem =
  | "auth"
  | "missing"
  | "dimensions"
  | "filter"
  | "refused"
  | "bad_request"
  | "rate_limit"
  | "overloaded"
  | "network"
  | "timeout"
  | "disk"
  | "unavailable"
  | "unknown";

const passing = new Set<VectorProblem>(["rate_limit", "overloaded", "network", "timeout", "disk"]);

/** A vector database failed. Its sentence is for the user; it answers 400 unless caught. */
export class VectorError extends AppError {
  readonly problem: VectorProblem;
  /** Trying again may help. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(problem: VectorProblem, message: string, extra: { retryAfterMs?: number; cause?: unknown } = {}) {
    super("invalid", message, { cause: extra.cause });
    this.name = "VectorError";
    this.problem = problem;
    this.retryable = passing.has(problem);
    this.retryAfterMs = extra.retryAfterMs;
  }
}

/** The VectorError among the causes: client packages wrap what their fetch throws. */
export function vectorErrorIn(error: unknown): VectorError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1)
    if (at instanceof VectorError) return at;
  return undefined;
}
