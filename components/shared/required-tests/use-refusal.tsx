"use client";

import { useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { ApiError } from "@/lib/api/api-error";
import { parseRefusal, type Refusal } from "./refusal";

const RefusedDialog = lazyPart(async () => (await import("./refused-dialog")).RefusedDialog);

/** Applies although required tests haven't passed. */
export interface Override {
  force?: true;
  reason?: string;
}

type Send = (override: Override) => Promise<unknown>;

/** The dialog of changes that required tests prevent. */
export function useRefusal(slug: string) {
  const [send, setSend] = useState<Send>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [pending, setPending] = useState(false);
  const close = () => setRefusal(undefined);
  const repeat = async (override: Override): Promise<void> => {
    setPending(true);
    if ((await send?.(override)) !== undefined) close();
    setPending(false);
  };
  return {
    dialog: refusal && (
      <Lazy fallback={null}>
        <RefusedDialog slug={slug} refusal={refusal} pending={pending} onApply={repeat} onClose={close} />
      </Lazy>
    ),
    /** Sends a change; the dialog can send it again with an override. */
    attempt: async (next: Send): Promise<void> => {
      setSend(() => next);
      await next({});
    },
    /** For `useAction`: opens the dialog if required tests are the cause. */
    onError: (error: ApiError): boolean => {
      const found = parseRefusal(error);
      if (found) setRefusal(found);
      return found !== undefined;
    },
    /** The error without refusals, which the dialog shows. */
    filter: (error: Error | null): Error | null =>
      error instanceof ApiError && parseRefusal(error) ? null : error,
  };
}
