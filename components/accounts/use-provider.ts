"use client";

import { useAction } from "@/hooks/use-action";
import type { OauthProvider } from "@/lib/constants/oauth";
import { oauth } from "@/lib/contract/calls/oauth";

/** Leads to a provider's page, from which one comes back to /login/{provider}. */
export function useProvider() {
  const { run, pending, done } = useAction(oauth.start, { onSuccess: ({ url }) => window.location.assign(url) });
  return {
    // The page stays for a moment after the answer.
    pending: pending || done,
    go: (body: { provider: OauthProvider; link?: boolean; goto?: string }) => void run({ body }),
  };
}
