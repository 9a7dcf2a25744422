import { AppError } from "../../../../platform/errors/errors";

/**
 * `auth` wrong credentials · `missing` index or address · `dimensions` of a vector do not match · `filter` not supported ·
 * `refused` by Muster's own rules · `unavailable` package on this platform · `server` the server's own store, which only its administrator can repair
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
  | "server"
  | "unknown";

const retryableProblems = new Set<VectorProblem>(["rate_limit", "overloaded", "network", "timeout", "disk", "server"]);

/** A vector database failure. Its message is for the user; the status is 400 unless caught. */
export class VectorError extends AppError {
  readonly problem: VectorProblem;
  /** A retry may succeed. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(problem: VectorProblem, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super("invalid", message, { cause: options.cause });
    this.name = "VectorError";
    this.problem = problem;
    this.retryable = retryableProblems.has(problem);
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The VectorError among the causes: client packages wrap errors of their fetch. */
export function findVectorError(error: unknown): VectorError | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1)
    if (cause instanceof VectorError) return cause;
  return undefined;
}
