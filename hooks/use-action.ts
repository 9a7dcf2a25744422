"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, errorMessage } from "@/lib/api/api-error";
import { callLoose } from "@/lib/api/browser";
import type { CallArguments, LooseOptions } from "@/lib/api/call-options";
import type { Answer, Endpoint } from "@/lib/contract/endpoint";
import { toast } from "@/lib/utils/toast";
import { useIdempotencyKey } from "./use-idempotency-key";

export interface ActionOptions<E extends Endpoint> {
  /** Runs before a redirect of the answer is followed. */
  onSuccess?: (answer: Answer<E>) => void | Promise<void>;
  /** Takes over what is done with a failure; return true to keep the toast away. */
  onError?: (error: ApiError) => boolean | undefined;
  /** Names of further resources whose data this action makes stale; its own always is. */
  invalidate?: readonly string[];
  /** A sentence to show when it is done. */
  success?: string;
  /** `false`: do not follow redirects. */
  navigate?: boolean;
  /** Puts the issues of a failure to the form's fields. */
  form?: { showIssues(error: ApiError): boolean };
}

/**
 * Calls an endpoint that changes something. `run` resolves to the answer, or to undefined after a failure, which it has
 * shown: at the form's fields, else as a toast.
 */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}) {
  const { onSuccess, onError, invalidate = [], success, navigate, form } = options;
  const queryClient = useQueryClient();
  const { keyFor, settle } = useIdempotencyKey();
  const [progress, setProgress] = useState(0);
  // A second click comes before the first has disabled its button: the same call is made once.
  const underWay = useRef(new Map<string, Promise<Answer<E> | undefined>>());

  const mutation = useMutation<Answer<E>, Error, LooseOptions>({
    mutationFn: (given) =>
      callLoose(endpoint, {
        navigate,
        ...given,
        idempotencyKey: endpoint.idempotent ? keyFor([given.params, given.body]) : undefined,
        ...(endpoint.multipart ? { onProgress: setProgress } : {}),
        onSuccess: async (answer: Answer<E>) => {
          settle();
          await onSuccess?.(answer);
          if (success) toast.success(success);
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
      if (error.redirected || onError?.(error) || form?.showIssues(error)) return;
      toast.error(error.message);
    },
  });

  const run = async (...[given]: CallArguments<E>): Promise<Answer<E> | undefined> => {
    const sent = given?.formData ? undefined : JSON.stringify(given ?? {});
    const before = sent === undefined ? undefined : underWay.current.get(sent);
    if (before) return before;
    setProgress(0);
    const answer = mutation.mutateAsync(given ?? {}).catch(() => undefined);
    if (sent === undefined) return answer;
    underWay.current.set(sent, answer);
    return answer.finally(() => underWay.current.delete(sent));
  };
  return {
    run,
    pending: mutation.isPending,
    error: mutation.error,
    done: mutation.isSuccess,
    reset: mutation.reset,
    progress,
  };
}
