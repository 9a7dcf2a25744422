import { pluralize } from "@/lib/utils/text/pluralize";
import type { Outbound } from "../../../../platform/outbound/outbound";
import { ToolError } from "./tool-error";

/** A tool call's context, in addition to its arguments. */
export interface ToolContext {
  /** Guarded outbound access. */
  fetchWith: Outbound["fetchWith"];
  signal: AbortSignal;
  /** For the whole call. */
  timeoutMs: number;
  teamId: string;
}

/**
 * Runs work within the context's time. Its signal is also aborted at the end, so that no request outlives the call. An abort by
 * the caller is passed on.
 */
export async function withinTime<T>(
  { signal, timeoutMs }: Pick<ToolContext, "signal" | "timeoutMs">,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const late = new ToolError(`${what} didn't finish within ${pluralize(Math.round(timeoutMs / 100) / 10, "second")}.`);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (reason: unknown): void => {
    reject(reason);
    own.abort(reason);
  };
  const abort = () => end(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => end(late), timeoutMs);
  try {
    return await Promise.race([work(own.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    own.abort();
  }
}
