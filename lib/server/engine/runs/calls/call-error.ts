import { DrizzleQueryError } from "drizzle-orm/errors";
import { truncate } from "@/lib/utils/text/truncate";
import { isTransient } from "../../../platform/db/connection/is-transient";

/** The error message of a failed call. For a failed SQL statement, neither its text nor its values. */
export function callError(error: unknown): string {
  if (isTransient(error) && error instanceof DrizzleQueryError)
    return "The server's database was unavailable during this call. Try again.";
  if (error instanceof DrizzleQueryError) return "The call failed on the server.";
  return error instanceof Error ? truncate(error.message, 2_000) : "The tool failed.";
}
