import { DrizzleQueryError } from "drizzle-orm/errors";
import { findDatabaseError } from "./refusal";

/** Messages for file system error codes. */
const fileErrors: Record<string, string> = {
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "the user that Muster runs as doesn't have permission",
  EPERM: "the user that Muster runs as doesn't have permission",
  EEXIST: "there is a file where a folder is required",
  ENOTDIR: "there is a file where a folder is required",
  EIO: "the disk reports an error",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
};

const diskCodes = new Set(["EROFS", "ENOSPC", "EDQUOT", "EIO"]);

const getCode = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "");
const getPath = (error: Error): string | undefined =>
  "path" in error && typeof error.path === "string" ? error.path : undefined;

const isProgrammingError = (error: Error): boolean =>
  getCode(error) === "" && [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);

/**
 * Why a command or startup failed, as a message for the operator. Only errors that indicate a bug include the stack; a failed
 * statement is shown without its text and values.
 */
export function failureReason(error: unknown): string {
  if (error instanceof DrizzleQueryError) return failureReason(error.cause ?? new Error("A statement failed."));
  if (!(error instanceof Error)) return String(error);
  const refusal = findDatabaseError(error);
  if (refusal) return `PostgreSQL reported an error: ${refusal.message} (${refusal.code}).`;
  const message = fileErrors[getCode(error)];
  // Socket errors have no path, nor do errors of open files. Those of object storage have their own message.
  if (message && (getPath(error) || (diskCodes.has(getCode(error)) && "errno" in error)))
    return `${getPath(error) ?? "A file"} can't be written or read: ${message}.`;
  if (isProgrammingError(error)) return error.stack ?? error.message;
  return error.message || getCode(error) || error.name;
}

/** Exits after a failed startup, with the reason on standard error and code 1. */
export function exitWithReason(error: unknown): never {
  console.error(failureReason(error));
  process.exit(1);
}
