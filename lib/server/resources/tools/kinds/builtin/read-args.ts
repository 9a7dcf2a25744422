import type { z } from "zod";
import { ToolError } from "../shared/tool-error";

/** Parses a model's arguments; throws a message about the first invalid one. */
export function readArgs<T extends z.ZodType>(schema: T, args: unknown): z.output<T> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".");
  throw new ToolError(place ? `“${place}”: ${issue?.message}` : (issue?.message ?? "The arguments aren't valid."));
}
