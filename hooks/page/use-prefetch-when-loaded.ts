"use client";

import { useIsFetching } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const quietMs = 300;

/** Prefetches a page once the current one has had all of its data for 300 ms. */
export function usePrefetchWhenLoaded(href: string): void {
  const router = useRouter();
  const isLoading = useIsFetching() > 0;
  useEffect(() => {
    if (isLoading) return;
    const timer = setTimeout(() => router.prefetch(href), quietMs);
    return () => clearTimeout(timer);
  }, [href, isLoading, router]);
}
