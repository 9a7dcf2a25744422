"use client";

import { useMemo, useRef } from "react";
import { ApiError } from "@/lib/api/api-error";
import { randomKey } from "@/lib/utils/random-key";

/** After a lost connection nobody knows whether a call arrived: the same try again carries the same key. */
export function useIdempotencyKey() {
  const last = useRef<{ sent: string; key: string } | null>(null);
  return useMemo(
    () => ({
      keyFor(input: unknown): string {
        const sent = JSON.stringify(input);
        if (last.current?.sent !== sent) last.current = { sent, key: randomKey() };
        return last.current.key;
      },
      /** To be told how the call ended: an answer of the server, good or bad, ends the key's life. */
      settle(error?: unknown): void {
        if (!(error instanceof ApiError && error.code === "network")) last.current = null;
      },
    }),
    [],
  );
}
