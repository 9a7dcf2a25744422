import type { z } from "zod";
import { issueSentence } from "@/lib/contract/base/issue-sentence";
import { AppError } from "../../errors/errors";

const fallback = "Some of the submitted values aren't valid.";

const maxPath = 200;

/** Parses with the contract's schema; throws 400 with issues at the fields. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { error: issueSentence });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .slice(0, 50)
    .map(({ path, message }) => ({ path: path.join(".").slice(0, maxPath), message: message || fallback }));
  const field = plainPath(parsed.error.issues[0]?.path ?? []);
  throw new AppError("invalid", field ? `Check the field ${field}: ${issues[0]?.message}` : fallback, { issues });
}

/** The path's readable prefix: keys of a record are user input. */
function plainPath(path: PropertyKey[]): string {
  const odd = path.findIndex((part) => !/^[\w-]{1,60}$/.test(String(part)));
  return path.slice(0, odd < 0 ? undefined : odd).join(".");
}
