"use client";

import Link from "next/link";
import { ApiError } from "@/lib/api/api-error";
import { Banner } from "./banner";

/** For `onError`: exceeded plan limits are shown in the form rather than as a toast. */
export const atLimit = (error: unknown): boolean => error instanceof ApiError && error.code === "limit";

/** An exceeded plan limit: the limit, the current usage and who can change the plan. */
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
