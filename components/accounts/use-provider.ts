"use client";

import { useAction } from "@/hooks/use-action";
import type { ApiError } from "@/lib/api/api-error";
import type { OauthProvider } from "@/lib/constants/oauth";
import { oauth } from "@/lib/contract/calls/oauth";

/** Leads to a provider's page, from which one comes back to /login/{provider}. */
export function useProvider(onError?: (error: ApiError) => boolean) {
  const { run, pending, done } = useAction(oauth.start, {
    onError,
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return {
    // The page stays for a moment after the answer.
    pending: pending || done,
    go: (body: { provider: OauthProvider; link?: boolean; password?: string; goto?: string }) => void run({ body }),
  };
}
