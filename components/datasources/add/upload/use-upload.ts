"use client";

import { useRef } from "react";
import { atLimit } from "@/components/shared/status/limit-note";
import { useAction } from "@/hooks/api/use-action";
import { datasources } from "@/lib/contract/datasources/calls";

interface UploadOptions {
  slug: string;
  success: string;
  onSuccess?(): void;
  /** `false`: stay on the page. */
  navigate?: boolean;
}

/** Uploads files with progress, and can be cancelled. */
export function useUpload({ slug, success, onSuccess, navigate = true }: UploadOptions) {
  const stop = useRef<AbortController>(undefined);
  const upload = useAction(datasources.upload, {
    success,
    navigate,
    invalidate: ["documents", "trials", "tools", "plans"],
    ...(onSuccess && { onSuccess }),
    onError: atLimit,
  });
  return {
    send: (files: readonly File[], fields: Record<string, string>) => {
      const formData = new FormData();
      for (const [name, value] of Object.entries(fields)) formData.set(name, value);
      for (const file of files) formData.append("file", file, file.name);
      stop.current = new AbortController();
      return upload.run({ params: { resourceSlug: slug }, formData, signal: stop.current.signal });
    },
    stop: () => stop.current?.abort(),
    pending: upload.pending,
    done: upload.done,
    error: upload.error,
    /** Percent uploaded. */
    progress: Math.round(upload.progress * 100),
  };
}
