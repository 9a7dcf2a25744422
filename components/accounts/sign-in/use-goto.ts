"use client";

import { useParams, useSearchParams } from "next/navigation";

/** Returns the path to open after signing in: `goto`, else the team in the path; undefined: the current team. */
export function useGoto(): string | undefined {
  const { resourceSlug } = useParams<{ resourceSlug?: string }>();
  return useSearchParams().get("goto") ?? (resourceSlug ? `/${resourceSlug}` : undefined);
}
