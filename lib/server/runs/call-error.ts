import { DrizzleQueryError } from "drizzle-orm/errors";
import { cutText } from "@/lib/utils/cut-text";
import { isTransient } from "../db/is-transient";

/** What is said of a call that failed. Of a failed statement neither its text nor its values. */
export function callError(error: unknown): string {
  if (isTransient(error) && error instanceof DrizzleQueryError)
    return "The server's database was unavailable during this call. Try again.";
  if (error instanceof DrizzleQueryError) return "The call failed on the server.";
  return error instanceof Error ? cutText(error.message, 2_000) : "The tool failed.";
}
