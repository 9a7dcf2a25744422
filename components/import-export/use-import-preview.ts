"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import type { CallInput } from "@/lib/api/calls/call-options";
import { transfers } from "@/lib/contract/transfers/calls";
import type { ImportPreview } from "@/lib/contract/transfers/schemas";

type PreviewResult = { preview: ImportPreview } | { error: unknown };

/** Loads the preview of an import. Only the latest call counts: earlier ones are aborted and resolve to undefined. */
export function useImportPreview(slug: string) {
  const latest = useRef<AbortController>(undefined);
  const [pending, setPending] = useState(false);
  const stop = useCallback(() => {
    latest.current?.abort();
    latest.current = undefined;
    setPending(false);
  }, []);
  useEffect(() => stop, [stop]);

  const loadPreview = async (body: CallInput<typeof transfers.preview>["body"]): Promise<PreviewResult | undefined> => {
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
  return { loadPreview, stop, pending };
}
