"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { transfers } from "@/lib/contract/transfers/calls";
import type { ImportPreview } from "@/lib/contract/transfers/schemas";
import { type ImportChoices, type ImportInput, toImportBody } from "./import-input";

type PreviewResult = { preview: ImportPreview } | { error: unknown };

/** Loads the preview of an import. A new call aborts earlier ones, which resolve to undefined. */
export function useImportPreview(slug: string) {
  const latest = useRef<AbortController>(undefined);
  const [pending, setPending] = useState(false);
  const stop = useCallback(() => {
    latest.current?.abort();
    latest.current = undefined;
    setPending(false);
  }, []);
  useEffect(() => stop, [stop]);

  const loadPreview = async (input: ImportInput, chosen: ImportChoices): Promise<PreviewResult | undefined> => {
    stop();
    const controller = new AbortController();
    latest.current = controller;
    setPending(true);
    const result = await call(transfers.preview, {
      params: { resourceSlug: slug },
      ...toImportBody(input, chosen),
      signal: controller.signal,
    }).catch((error: unknown) => ({ error }));
    if (latest.current !== controller) return undefined;
    stop();
    const wasRedirected = "error" in result && result.error instanceof ApiError && result.error.redirected;
    return wasRedirected ? undefined : result;
  };
  return { loadPreview, stop, pending };
}
