import type { z } from "zod";
import { ToolError } from "../tool-error";

/** A model's arguments, or a sentence about the first that does not fit. */
export function readArgs<T extends z.ZodType>(schema: T, args: unknown): z.output<T> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".");
  throw new ToolError(place ? `"${place}": ${issue?.message}` : (issue?.message ?? "The arguments do not fit."));
}
