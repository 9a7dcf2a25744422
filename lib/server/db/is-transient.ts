import { DrizzleQueryError } from "drizzle-orm/errors";
import { isErrno } from "./errno";

/** PostgreSQL's classes: connection exceptions, insufficient resources. */
const transientClasses = ["08", "53"];

/** Read-only after a failover, idle and statement timeouts, conflicts between transactions, a server that stops or starts. */
const transientCodes = new Set([
  ...["25006", "25P03", "25P04", "40001", "40P01", "55P03", "57014"],
  ...["57P01", "57P02", "57P03", "57P05", "58030"],
  ...["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EPIPE", "EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN"],
]);

/** What pg and its pool say without a code. */
const transientMessages = [
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed and is not queryable",
  "Query read timeout",
];

/** The embedded server removes its socket when it ends, and makes it again when it starts. */
const isSocketGone = (error: Error): boolean =>
  isErrno(error, "ENOENT") && "syscall" in error && error.syscall === "connect";

/**
 * Returns whether the database may accept the same work a moment later. Ask it only of what the database threw: a refused
 * connection to another server looks the same.
 */
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
