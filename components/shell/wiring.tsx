"use client";

import { useRouter } from "next/navigation";
import { useTopLoader } from "nextjs-toploader";
import { useEffect } from "react";
import { wireBrowser } from "@/lib/api/browser";

/** Gives the fetch wrapper the router and the progress bar. Stands before whatever calls: effects run in that order. */
export function Wiring() {
  const router = useRouter();
  const bar = useTopLoader();
  useEffect(() => {
    wireBrowser({
      navigate: (path) => router.push(path, { scroll: false }),
      start: () => bar.start(),
      done: () => bar.done(),
    });
  });
  return null;
}
