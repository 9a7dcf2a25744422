import { type ErrorCode, errorStatus, type Issue, type UsedBy } from "@/lib/contract/base/error";
import { jsonResponse } from "./json-response";

interface Extra {
  issues?: Issue[];
  permission?: number;
  usedBy?: UsedBy;
  redirect?: string;
  /** Seconds; also sent as the Retry-After header. */
  retryAfter?: number;
  /** The organization whose plan limit was exceeded; not in the response. */
  orgId?: string;
  /** Additional response fields, such as a conflict's current object or a plan limit's details. */
  data?: Record<string, unknown>;
  cause?: unknown;
}

/** An error with a message for users. All others become `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extra: Extra;

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause });
    this.name = "AppError";
    this.code = code;
    this.extra = extra;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  toResponse(): Response {
    const { issues, permission, usedBy, redirect, retryAfter, data } = this.extra;
    const body = { error: this.message, code: this.code, issues, permission, usedBy, redirect, ...data };
    const headers = retryAfter ? { "retry-after": String(Math.ceil(retryAfter)) } : undefined;
    return jsonResponse(body, { status: this.status, headers });
  }
}

/** The same message for missing ids and those of other teams. */
export const notFound = (what = "This"): AppError =>
  new AppError("not_found", `${what} doesn't exist or is no longer available.`);

/** A 400 with a message at one form field. */
export const invalidField = (path: string, message: string): AppError =>
  new AppError("invalid", message, { issues: [{ path, message }] });

const retrySeconds = 2;

/** The database is temporarily unavailable: nothing is lost, and the request can be retried. */
export const unavailable = (cause?: unknown): AppError =>
  new AppError("unavailable", "Muster is temporarily unavailable. Try again in a few seconds.", {
    retryAfter: retrySeconds,
    cause,
  });
