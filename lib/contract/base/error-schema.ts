import { z } from "zod";
import { type ErrorCode, errorStatus } from "./error";

export const usedBySchema = z.array(z.object({ type: z.string(), _id: z.string(), name: z.string() }));

/** The response body of every failed call. */
export const errorSchema = z.looseObject({
  error: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  permission: z.number().optional(),
  usedBy: usedBySchema.optional(),
  redirect: z.string().optional(),
});
