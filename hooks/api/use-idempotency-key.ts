"use client";

import { useMemo, useRef } from "react";
import { ApiError } from "@/lib/api/api-error";
import { randomKey } from "@/lib/utils/random-key";

/** Keeps the idempotency key for retries after a lost connection, when it is unknown whether the call arrived. */
export function useIdempotencyKey() {
  const last = useRef<{ serialized: string; key: string } | null>(null);
  return useMemo(
    () => ({
      keyFor(input: unknown): string {
        const serialized = JSON.stringify(input);
        if (last.current?.serialized !== serialized) last.current = { serialized, key: randomKey() };
        return last.current.key;
      },
      /** Call when the call has ended: any response of the server discards the key. */
      settle(error?: unknown): void {
        if (!(error instanceof ApiError && error.code === "network")) last.current = null;
      },
    }),
    [],
  );
}
