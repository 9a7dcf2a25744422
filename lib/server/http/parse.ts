import type { z } from "zod";
import { AppError } from "./errors";
import { issueSentence } from "./issue-sentence";

const fallback = "Some of what was sent is not valid.";

/** A record's keys are part of a path, and the caller's to choose. */
const pathMost = 200;

/** Parses with the contract's schema; a failure is 400 whose issues name the fields. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { error: issueSentence });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .slice(0, 50)
    .map(({ path, message }) => ({ path: path.join(".").slice(0, pathMost), message: message || fallback }));
  throw new AppError(
    "invalid",
    issues[0]?.path ? `Check the field ${issues[0].path}: ${issues[0].message}` : fallback,
    { issues },
  );
}
