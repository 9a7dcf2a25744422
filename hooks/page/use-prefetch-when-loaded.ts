"use client";

import { useIsFetching } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

const quietMs = 300;

/** Prefetches a page once from each page, when that one has had all of its data for 300 ms. */
export function usePrefetchWhenLoaded(href: string): void {
  const router = useRouter();
  const pathname = usePathname();
  const prefetchedFrom = useRef("");
  const isLoading = useIsFetching() > 0;
  useEffect(() => {
    if (isLoading || prefetchedFrom.current === pathname) return;
    const timer = setTimeout(() => {
      prefetchedFrom.current = pathname;
      router.prefetch(href);
    }, quietMs);
    return () => clearTimeout(timer);
  }, [href, isLoading, pathname, router]);
}
