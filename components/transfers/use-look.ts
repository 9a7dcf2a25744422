"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import type { CallInput } from "@/lib/api/call-options";
import { transfers } from "@/lib/contract/calls/transfers";
import type { ImportPreview } from "@/lib/contract/transfers";

type Looked = { preview: ImportPreview } | { error: unknown };

/**
 * Asks what an import would do. Of several questions the latest alone is answered: an earlier one is broken off and
 * resolves to undefined, whenever its answer comes.
 */
export function useLook(slug: string) {
  const latest = useRef<AbortController>(undefined);
  const [pending, setPending] = useState(false);
  const stop = useCallback(() => {
    latest.current?.abort();
    latest.current = undefined;
    setPending(false);
  }, []);
  useEffect(() => stop, [stop]);

  const look = async (body: CallInput<typeof transfers.preview>["body"]): Promise<Looked | undefined> => {
    stop();
    const mine = new AbortController();
    latest.current = mine;
    setPending(true);
    const looked = await call(transfers.preview, { params: { resourceSlug: slug }, body, signal: mine.signal }).catch(
      (error: unknown) => ({ error }),
    );
    if (latest.current !== mine) return undefined;
    stop();
    const left = "error" in looked && looked.error instanceof ApiError && looked.error.redirected;
    return left ? undefined : looked;
  };
  return { look, stop, pending };
}
