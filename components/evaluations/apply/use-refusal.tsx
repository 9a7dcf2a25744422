"use client";

import { type ReactNode, useState } from "react";
import type { ApiError } from "@/lib/api/api-error";
import { type Refusal, parseRefusal } from "./refusal";
import { RefusedDialog } from "./refused-dialog";

export interface Override {
  force: true;
  reason: string;
}

/** The dialog of changes that required tests prevent. `retry` repeats the call with the override. */
export function useRefusal(slug: string, pending: boolean) {
  const [refused, setRefused] = useState<{ refusal: Refusal; retry: (override: Override) => void }>();
  const dialog: ReactNode = refused && (
    <RefusedDialog
      slug={slug}
      refusal={refused.refusal}
      pending={pending}
      onApply={refused.retry}
      onClose={() => setRefused(undefined)}
    />
  );
  return {
    dialog,
    close: () => setRefused(undefined),
    /** Shows the dialog and returns true if required tests are the cause. */
    show(error: Error | null, retry: (override: Override) => void): boolean {
      const refusal = error && "data" in error ? parseRefusal(error as ApiError) : undefined;
      if (refusal) setRefused({ refusal, retry });
      return refusal !== undefined;
    },
  };
}
