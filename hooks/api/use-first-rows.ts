"use client";

import { useEffect } from "react";
import type { Endpoint } from "@/lib/contract/base/endpoint";
import { useInfiniteEndpoint } from "./use-infinite-endpoint";

/** Selects show at most this many. */
const maxRows = 100;

/** Reads the first 100 rows of a list, across pages. */
export function useFirstRows<E extends Endpoint, T>(
  endpoint: E,
  options: Parameters<typeof useInfiniteEndpoint<E, T>>[1],
): readonly T[] | undefined {
  const { items, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteEndpoint(endpoint, options);
  const more = hasNextPage && !isFetching && !isError && (items?.length ?? 0) < maxRows;
  useEffect(() => {
    if (more) void fetchNextPage();
  }, [more, fetchNextPage]);
  return items;
}
