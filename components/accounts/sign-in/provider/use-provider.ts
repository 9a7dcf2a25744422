"use client";

import { useAction } from "@/hooks/api/use-action";
import type { ApiError } from "@/lib/api/api-error";
import type { OauthProvider } from "@/lib/constants/oauth";
import { oauth } from "@/lib/contract/oauth/calls";

/** Redirects to a provider's page, which redirects back to /login/{provider}. */
export function useProvider(onError?: (error: ApiError) => boolean) {
  const { run, pending, done } = useAction(oauth.start, {
    onError,
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return {
    // Stays pending until the browser has left the page.
    pending: pending || done,
    go: (body: { provider: OauthProvider; link?: boolean; password?: string; goto?: string }) => void run({ body }),
  };
}
