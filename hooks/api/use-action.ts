"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, errorMessage } from "@/lib/api/api-error";
import { callLoose } from "@/lib/api/browser";
import type { CallArguments, LooseOptions } from "@/lib/api/calls/call-options";
import type { Endpoint, ResponseBody } from "@/lib/contract/base/endpoint";
import { toast } from "@/lib/utils/toasts/toast";
import { useIdempotencyKey } from "./use-idempotency-key";
import { useUndo } from "./use-restore";

interface ActionOptions<E extends Endpoint> {
  /** Runs before a redirect in the response is followed. */
  onSuccess?: (answer: ResponseBody<E>) => void | Promise<void>;
  /** Handles a failure; return true to suppress the toast. */
  onError?: (error: ApiError) => boolean | undefined;
  /** Additional resources to invalidate; the endpoint's own always is. */
  invalidate?: readonly string[];
  /** A toast to show on success. */
  success?: string;
  /** Failures are shown by the caller, with `failure`, and not as toasts. */
  quiet?: boolean;
  /** `false`: do not follow redirects. */
  navigate?: boolean;
  /** Shows validation errors at the form's fields. */
  form?: { showIssues(error: ApiError): boolean };
}

/** The text fields of a form. */
const listTexts = (form: FormData | undefined) =>
  form && [...form.entries()].filter(([, value]) => typeof value === "string");

/**
 * Calls an endpoint that writes. `run` resolves to the response, or to undefined after a failure, which is already
 * shown at the form's fields or as a toast.
 */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}) {
  const { onSuccess, onError, invalidate = [], success, quiet = false, navigate, form } = options;
  const queryClient = useQueryClient();
  const { keyFor, settle } = useIdempotencyKey();
  const undo = useUndo();
  const [progress, setProgress] = useState(0);
  // Deduplicates identical calls, as a second click may come before the button is disabled.
  const pendingCalls = useRef(new Map<string, Promise<ResponseBody<E> | undefined>>());

  const mutation = useMutation<ResponseBody<E>, Error, LooseOptions>({
    mutationFn: (input) =>
      callLoose(endpoint, {
        navigate,
        ...input,
        idempotencyKey: endpoint.idempotent ? keyFor([input.params, input.body, listTexts(input.formData)]) : undefined,
        ...(endpoint.multipart ? { onProgress: setProgress } : {}),
        onSuccess: async (answer: ResponseBody<E>) => {
          settle();
          await onSuccess?.(answer);
          if (success) toast.success(success, undo([answer], input.params?.resourceSlug));
          for (const resource of [endpoint.resource, ...invalidate]) {
            void queryClient.invalidateQueries({ queryKey: [resource] });
          }
        },
      }),
    onError: (error) => {
      settle(error);
      if (!(error instanceof ApiError)) {
        if (error.name !== "AbortError") toast.error(errorMessage(error));
        return;
      }
      if (error.redirected || quiet || onError?.(error) || form?.showIssues(error)) return;
      toast.error(error.message);
    },
  });

  const run = async (...args: CallArguments<E>): Promise<ResponseBody<E> | undefined> => {
    const [input] = args;
    const callKey = input?.formData ? undefined : JSON.stringify(input ?? {});
    const duplicate = callKey === undefined ? undefined : pendingCalls.current.get(callKey);
    if (duplicate) return duplicate;
    setProgress(0);
    const answer = mutation.mutateAsync(input ?? {}).catch(() => undefined);
    if (callKey === undefined) return answer;
    pendingCalls.current.set(callKey, answer);
    return answer.finally(() => pendingCalls.current.delete(callKey));
  };
  const { error } = mutation;
  return {
    run,
    pending: mutation.isPending,
    error,
    /** The message of the last call's failure. */
    failure: error instanceof ApiError && !error.redirected ? error.message : undefined,
    done: mutation.isSuccess,
    reset: mutation.reset,
    progress,
  };
}
