"use client";

import { setNonce } from "get-nonce";
import { useRouter } from "next/navigation";
import { useTopLoader } from "nextjs-toploader";
import { useEffect } from "react";
import { hasUnsaved } from "@/hooks/use-unsaved-guard";
import { wireBrowser } from "@/lib/api/browser";

/** Gives the fetch wrapper the router and the progress bar, and Radix the nonce for its style elements. Stands before whatever calls: effects run in that order. */
export function Wiring({ nonce }: { nonce: string | undefined }) {
  const router = useRouter();
  const bar = useTopLoader();
  useEffect(() => {
    wireBrowser({
      navigate: (path) => {
        // A form that is not saved stays: the shell asks to sign in again in its place.
        if (!hasUnsaved() || !path.startsWith("/login")) router.push(path, { scroll: false });
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
