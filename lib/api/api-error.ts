import type { ErrorCode, Issue, UsedBy } from "@/lib/contract/error";

/** The server's codes, and what can go wrong before the server's answer is understood. */
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
  /** 0 where no answer came. */
  readonly status: number;
  /** One for each form field that is wrong. */
  readonly issues: Issue[];
  /** The bit that the caller lacks. */
  readonly permission: number | undefined;
  /** What keeps the thing from being deleted. */
  readonly usedBy: UsedBy | undefined;
  /** Seconds until another try makes sense. */
  readonly retryAfter: number | undefined;
  /** The client went elsewhere because of it: show nothing. */
  readonly redirected: boolean;
  /** The other fields of the answer, such as the present object of a conflict or a plan limit's figures. */
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

/** The sentence to show for anything that was thrown. */
export const errorMessage = (error: unknown, fallback = "An error occurred"): string =>
  error instanceof ApiError ? error.message : fallback;
