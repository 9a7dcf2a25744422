import { DrizzleQueryError } from "drizzle-orm/errors";
import pino from "pino";
import { refusalOf } from "./refusal";

/**
 * An error as the log shows it. Of a failed statement only its text, PostgreSQL's code and the place: its values and
 * PostgreSQL's detail hold what people wrote.
 */
export function loggedError(error: unknown): object {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (!(one instanceof DrizzleQueryError)) continue;
    const { query, cause } = one;
    const { code, constraint, table } = refusalOf(cause) ?? {};
    return { type: "DatabaseError", message: cause?.message, code, constraint, table, query, stack: cause?.stack };
  }
  return error instanceof Error ? pino.stdSerializers.err(error) : { message: String(error) };
}
