import { ApiError } from "./api-error";
import type { JoinAnswer } from "./join";

/** Why a session's events do not come. */
export interface Refusal {
  why: string;
  /** It is tried again automatically. */
  passing: boolean;
}

/** Statuses that another attempt would not change. */
const final = new Set([400, 401, 403, 404]);

/** What of a failed call for events is to be shown; undefined where the next attempt may well succeed. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (final.has(error.status)) return { why: error.message, passing: false };
  return error.status === 429 ? { why: error.message, passing: true } : undefined;
}

/** The same of the reply to a join; undefined where it was accepted. */
export const joinRefusal = ({ error, retryAfter }: JoinAnswer): Refusal | undefined =>
  error === undefined ? undefined : { why: error, passing: retryAfter !== undefined };
