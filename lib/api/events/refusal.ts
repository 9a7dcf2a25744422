import { ApiError } from "../api-error";
import type { JoinResponse } from "./join";

/** Why a session's events cannot be read. */
export interface Refusal {
  reason: string;
  /** It is retried automatically. */
  transient: boolean;
}

/** Statuses that another attempt would not change. */
const finalStatuses = new Set([400, 401, 403, 404]);

/** Returns why an event stream was refused; undefined if a retry may succeed. */
export function toRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (finalStatuses.has(error.status)) return { reason: error.message, transient: false };
  return error.status === 429 ? { reason: error.message, transient: true } : undefined;
}

/** The same for the reply to a join; undefined if it was accepted. */
export const joinRefusal = ({ error, retryAfter }: JoinResponse): Refusal | undefined =>
  error === undefined ? undefined : { reason: error, transient: retryAfter !== undefined };
