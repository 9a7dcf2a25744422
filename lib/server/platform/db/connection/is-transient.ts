import { DrizzleQueryError } from "drizzle-orm/errors";
import { isErrno } from "../../errors/errno";

/** PostgreSQL's error classes for connection exceptions and insufficient resources. */
const transientClasses = ["08", "53"];

/** Read-only after a failover, timeouts, transaction conflicts, and a server that is stopping or starting. */
const transientCodes = new Set([
  "25006",
  "25P03",
  "25P04",
  "40001",
  "40P01",
  "55P03",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "58030",
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);

/** Messages of pg and its pool, which have no code. */
const transientMessages = [
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed and is not queryable",
  "Query read timeout",
];

/** The embedded server removes its socket when it stops. */
const isSocketGone = (error: Error): boolean =>
  isErrno(error, "ENOENT") && "syscall" in error && error.syscall === "connect";

/** Whether a retry may succeed. Only for errors of the database: a refused connection to another server looks the same. */
export function isTransient(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  if ("code" in cause && typeof cause.code === "string") {
    const { code } = cause;
    if (transientCodes.has(code) || isSocketGone(cause)) return true;
    return code.length === 5 && transientClasses.includes(code.slice(0, 2));
  }
  return transientMessages.some((message) => cause.message.startsWith(message));
}
