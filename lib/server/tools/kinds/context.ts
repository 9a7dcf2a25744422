import { pluralize } from "@/lib/utils/pluralize";
import type { Outbound } from "../../outbound/outbound";
import { ToolError } from "./tool-error";

/** What a call of a tool is given beside its arguments. */
export interface ToolContext {
  /** The guarded way out. */
  fetchWith: Outbound["fetchWith"];
  signal: AbortSignal;
  /** Of the whole call. */
  timeoutMs: number;
  teamId: string;
}

/**
 * Does something within the context's time. The work gets a signal that is aborted at its end too, so that no request
 * outlives the call. An abort by the caller is passed on as it is.
 */
export async function withinTime<T>(
  { signal, timeoutMs }: Pick<ToolContext, "signal" | "timeoutMs">,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const late = new ToolError(`${what} did not finish within ${pluralize(Math.round(timeoutMs / 100) / 10, "second")}.`);
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
