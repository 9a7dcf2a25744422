import { AsyncLocalStorage } from "node:async_hooks";
import { singleton } from "../process/registry";

/** Fields of every log line during a request or run. */
interface LogContext {
  /** The response's `x-request-id`; for a run, that of the request that started it. */
  requestId?: string;
  runId?: string;
  sessionId?: string;
}

const storage = () => singleton("log-context", () => new AsyncLocalStorage<LogContext>());

export const logContext = (): LogContext => storage().getStore() ?? {};

export const withLogContext = <T>(context: LogContext, work: () => T): T => storage().run(context, work);

/** For timers that outlive the request that started them. */
export const withoutLogContext = <T>(work: () => T): T => storage().run({}, work);
