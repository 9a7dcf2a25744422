import type { z } from "zod";
import type { errorSchema, usedBySchema } from "./error-schema";

/** The error codes with their HTTP status. */
export const errorStatus = {
  invalid: 400,
  unauthorized: 401,
  two_factor: 401,
  forbidden: 403,
  limit: 403,
  /** A share link needs its password. */
  password: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  /** An event that does not fit an app's form. */
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  /** The database is temporarily unavailable; `Retry-After` says when to retry. */
  unavailable: 503,
  /** The server's disk is full. */
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
