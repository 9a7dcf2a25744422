import type { z } from "zod";
import { AppError } from "./errors";

const fallback = "Some of what was sent is not valid.";

/** Parses with the contract's schema; a failure is 400 whose issues name the fields. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .slice(0, 50)
    .map((issue) => ({ path: issue.path.join("."), message: readable(issue) }));
  throw new AppError(
    "invalid",
    issues[0]?.path ? `Check the field ${issues[0].path}: ${issues[0].message}` : fallback,
    { issues },
  );
}

function readable(issue: z.core.$ZodIssue): string {
  const text = issue.message.startsWith("Invalid input: ")
    ? issue.message.slice("Invalid input: ".length)
    : issue.message;
  return text ? `${text[0]?.toUpperCase()}${text.slice(1)}` : fallback;
}
