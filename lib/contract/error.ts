import { z } from "zod";

/** Every code that a failed call can answer, with its HTTP status. */
export const errorStatus = {
  invalid: 400,
  unauthorized: 401,
  two_factor: 401,
  forbidden: 403,
  limit: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  internal: 500,
  /** The server has no room to write. */
  full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export interface Issue {
  /** Dotted path of the form field, e.g. `config.api_key`; empty for the whole body. */
  path: string;
  message: string;
}

export const usedBySchema = z.array(z.object({ type: z.string(), _id: z.string(), name: z.string() }));
export type UsedBy = z.infer<typeof usedBySchema>;

/** What every failed call answers. */
export const errorSchema = z.looseObject({
  error: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  permission: z.number().optional(),
  usedBy: usedBySchema.optional(),
  redirect: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorSchema>;
