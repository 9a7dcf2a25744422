"use client";

import { useParams, useSearchParams } from "next/navigation";

/** Where signing in leads on this page: to what it names, else to the team of its path; undefined: to the current team. */
export function useGoto(): string | undefined {
  const { resourceSlug } = useParams<{ resourceSlug?: string }>();
  return useSearchParams().get("goto") ?? (resourceSlug ? `/${resourceSlug}` : undefined);
}
