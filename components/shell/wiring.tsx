"use client";

import { setNonce } from "get-nonce";
import { useRouter } from "next/navigation";
import { useTopLoader } from "nextjs-toploader";
import { useEffect } from "react";
import { hasUnsavedChanges } from "@/hooks/forms/use-unsaved-guard";
import { wireBrowser } from "@/lib/api/browser";

/**
 * Gives the API client the router and the progress bar, and Radix the CSP nonce. Must be rendered before anything that
 * calls, as effects run in that order.
 */
export function BrowserWiring({ nonce }: { nonce: string | undefined }) {
  const router = useRouter();
  const bar = useTopLoader();
  useEffect(() => {
    wireBrowser({
      navigate: (path) => {
        // An unsaved form stays open; the shell asks to sign in again.
        if (!hasUnsavedChanges() || !path.startsWith("/login")) router.push(path, { scroll: false });
      },
      start: () => bar.start(),
      done: () => bar.done(),
    });
  });
  useEffect(() => {
    if (nonce) setNonce(nonce);
  }, [nonce]);
  return null;
}
