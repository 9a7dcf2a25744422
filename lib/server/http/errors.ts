import { type ErrorCode, errorStatus, type Issue, type UsedBy } from "@/lib/contract/error";
import { jsonResponse } from "./json-response";

interface Extra {
  issues?: Issue[];
  permission?: number;
  usedBy?: UsedBy;
  redirect?: string;
  /** Seconds; also sent as the Retry-After header. */
  retryAfter?: number;
  /** The organisation whose plan refuses; not in the answer. */
  orgId?: string;
  /** Further fields of the answer, such as the present object of a conflict or a plan limit's figures. */
  data?: Record<string, unknown>;
  cause?: unknown;
}

/** A failure whose sentence the user may read. Everything else that is thrown answers `internal`. */
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

/** The one text for an id that does not exist and for one that is another team's. */
export const notFound = (what = "This"): AppError =>
  new AppError("not_found", `${what} does not exist or was deleted.`);

/** A 400 whose sentence stands at one form field. */
export const invalidField = (path: string, message: string): AppError =>
  new AppError("invalid", message, { issues: [{ path, message }] });

const retrySeconds = 2;

/** The database is away for a moment: nothing is lost, and the same request may do later. */
export const unavailable = (cause?: unknown): AppError =>
  new AppError("unavailable", "Muster is unavailable for a moment. Try again in a few seconds.", {
    retryAfter: retrySeconds,
    cause,
  });
