"use client";

import Link from "next/link";
import { ApiError } from "@/lib/api/api-error";
import { Banner } from "./banner";

/** For `onError`: what a plan refuses is shown by the form, where it can be read at leisure, and not as a toast. */
export const atLimit = (error: unknown): boolean => error instanceof ApiError && error.code === "limit";

/** What a plan refuses: the limit, the present use and who can change it. */
export function LimitNote({ error }: { error: Error | null }) {
  if (!atLimit(error)) return null;
  return (
    <Banner tone="danger">
      {error?.message}{" "}
      <Link href="/billing" prefetch={false} className="font-medium underline underline-offset-2">
        See plans
      </Link>
    </Banner>
  );
}
