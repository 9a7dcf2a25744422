"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { callLoose } from "@/lib/api/browser";
import type { LooseOptions } from "@/lib/api/call-options";
import type { Answer, Endpoint } from "@/lib/contract/endpoint";
import { endpointKey } from "./endpoint-key";
import type { EndpointOptions, ReadOptions } from "./use-endpoint";

type Options<E extends Endpoint, T> = EndpointOptions<E> & {
  /** The rows of one page. */
  items: (answer: Answer<E>) => readonly T[];
};

const nextOf = (answer: unknown): string | null => {
  const next = (answer as { next?: unknown }).next;
  return typeof next === "string" ? next : null;
};

/** Reads a list page by page; `items` holds the rows of all pages that are loaded. */
export function useInfiniteEndpoint<E extends Endpoint, T>(endpoint: E, { items, ...given }: Options<E, T>) {
  const { enabled, refetchInterval, ...options }: LooseOptions & ReadOptions = given;
  const key = endpointKey(endpoint, options);
  const query = useInfiniteQuery({
    queryKey: [...key, "pages"],
    queryFn: ({ signal, pageParam }): Promise<Answer<E>> =>
      callLoose(endpoint, {
        ...options,
        query: { ...options.query, before: pageParam ?? undefined },
        signal,
        quiet: Boolean(refetchInterval),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: nextOf,
    placeholderData: (previous, before) =>
      JSON.stringify(before?.queryKey[2]) === JSON.stringify(key[2]) ? previous : undefined,
    enabled,
    refetchInterval,
  });
  return { ...query, items: query.data?.pages.flatMap((page) => items(page as Answer<E>)) };
}
