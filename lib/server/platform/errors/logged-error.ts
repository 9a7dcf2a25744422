import { DrizzleQueryError } from "drizzle-orm/errors";
import pino from "pino";
import { findDatabaseError } from "./refusal";

/**
 * An error for the log. For a failed statement only its text, PostgreSQL's code and location: values and PostgreSQL's detail
 * contain user data.
 */
export function loggedError(error: unknown): object {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (!(one instanceof DrizzleQueryError)) continue;
    const { query, cause } = one;
    const { code, constraint, table } = findDatabaseError(cause) ?? {};
    return { type: "DatabaseError", message: cause?.message, code, constraint, table, query, stack: cause?.stack };
  }
  return error instanceof Error ? pino.stdSerializers.err(error) : { message: String(error) };
}
