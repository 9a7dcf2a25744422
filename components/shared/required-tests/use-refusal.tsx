"use client";

import { useRef, useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { ApiError } from "@/lib/api/api-error";
import { parseRefusal, type Refusal } from "./refusal";

const RefusedDialog = lazyPart(async () => (await import("./refused-dialog")).RefusedDialog);

/** Applies or rolls out although required tests haven't passed. */
export interface Override {
  force?: true;
  reason?: string;
}

type Send = (override: Override) => Promise<object | undefined>;

/** The dialog of changes that required tests prevent. */
export function useRefusal(slug: string) {
  const [attempted, setAttempted] = useState<{ send: Send; overrideLabel: string }>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [pending, setPending] = useState(false);
  const isRefused = useRef(false);
  const close = () => setRefusal(undefined);
  const repeat = async (override: Override): Promise<void> => {
    setPending(true);
    if ((await attempted?.send(override)) !== undefined) close();
    setPending(false);
  };
  return {
    dialog: refusal && attempted && (
      <Lazy fallback={null}>
        <RefusedDialog
          slug={slug}
          refusal={refusal}
          overrideLabel={attempted.overrideLabel}
          pending={pending}
          onOverride={repeat}
          onClose={close}
        />
      </Lazy>
    ),
    /** Sends a change, which the dialog can send again with an override. Resolves to nothing if it failed otherwise. */
    attempt: async (next: Send, overrideLabel = "Apply anyway"): Promise<object | undefined> => {
      setAttempted({ send: next, overrideLabel });
      isRefused.current = false;
      const answer = await next({});
      return isRefused.current ? {} : answer;
    },
    /** For `useAction`: opens the dialog if required tests are the cause. */
    onError: (error: ApiError): boolean => {
      const found = parseRefusal(error);
      isRefused.current = found !== undefined;
      if (found) setRefusal(found);
      return found !== undefined;
    },
    /** The error without refusals, which the dialog shows. */
    filter: (error: Error | null): Error | null => (error instanceof ApiError && parseRefusal(error) ? null : error),
  };
}
