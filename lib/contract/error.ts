import type { z } from "zod";
import type { errorSchema, usedBySchema } from "./error-schema";

/** Every code that a failed call can answer, with its HTTP status. */
export const errorStatus = {
  invalid: 400,
  unauthorized: 401,
  two_factor: 401,
  forbidden: 403,
  limit: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  internal: 500,
  /** The database is away for a moment; `Retry-After` says when to try again. */
  unavailable: 503,
  /** The server has no room to write. */
  full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export interface Issue {
  /** Dotted path of the form field, e.g. `config.api_key`; empty for the whole body. */
  path: string;
  message: string;
}

export type UsedBy = z.infer<typeof usedBySchema>;
export type ErrorBody = z.infer<typeof errorSchema>;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === "string" && Object.hasOwn(errorStatus, value);
