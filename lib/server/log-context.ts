import { AsyncLocalStorage } from "node:async_hooks";
import { singleton } from "./registry";

/** What every line of the log carries while a request or a run is worked on. */
export interface LogContext {
  /** That the answer's `x-request-id` has; of a run, that of the request which started it. */
  requestId?: string;
  runId?: string;
  sessionId?: string;
}

const storage = () => singleton("log-context", () => new AsyncLocalStorage<LogContext>());

export const logContext = (): LogContext => storage().getStore() ?? {};

export const withLogContext = <T>(context: LogContext, work: () => T): T => storage().run(context, work);

/** For timers that outlive the request which happens to start them. */
export const withoutLogContext = <T>(work: () => T): T => storage().run({}, work);
