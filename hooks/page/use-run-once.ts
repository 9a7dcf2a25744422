"use client";

import { useEffect, useRef } from "react";

/** Runs work when the page is shown, and never again: for codes in the URL that can be used only once. */
export function useRunOnce(work: () => void): void {
  const hasRun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial values count
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    work();
  }, []);
}
