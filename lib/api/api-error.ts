import type { ErrorCode, Issue, UsedBy } from "@/lib/contract/base/error";

/** The server's error codes, and those of a response that cannot be understood. */
export type ApiErrorCode = ErrorCode | "network" | "not_json" | "invalid_json";

interface Details {
  status?: number;
  issues?: Issue[];
  permission?: number;
  usedBy?: UsedBy;
  retryAfter?: number;
  redirected?: boolean;
  data?: Record<string, unknown>;
}

/** A call that failed. `message` is a sentence for the user. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** 0 if there was no response. */
  readonly status: number;
  /** One for each form field that is wrong. */
  readonly issues: Issue[];
  /** The permission bit that the caller lacks. */
  readonly permission: number | undefined;
  /** The resources that block the deletion. */
  readonly usedBy: UsedBy | undefined;
  /** Seconds until another try makes sense. */
  readonly retryAfter: number | undefined;
  /** The client has already navigated because of it, so nothing needs to be shown. */
  readonly redirected: boolean;
  /** Other fields of the response, such as the current record of a conflict or the figures of a plan limit. */
  readonly data: Record<string, unknown>;

  constructor(message: string, code: ApiErrorCode, details: Details = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = details.status ?? 0;
    this.issues = details.issues ?? [];
    this.permission = details.permission;
    this.usedBy = details.usedBy;
    this.retryAfter = details.retryAfter;
    this.redirected = details.redirected ?? false;
    this.data = details.data ?? {};
  }
}

/** Returns the message to show for anything thrown. */
export const errorMessage = (error: unknown, fallback = "An error occurred"): string =>
  error instanceof ApiError ? error.message : fallback;
