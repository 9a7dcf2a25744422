"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { callLoose } from "@/lib/api/browser";
import type { LooseOptions } from "@/lib/api/calls/call-options";
import type { Endpoint, ResponseBody } from "@/lib/contract/base/endpoint";
import { canBePlaceholder, endpointKey } from "./endpoint-key";
import { type EndpointOptions, pollMs, type ReadOptions } from "./use-endpoint";

type Options<E extends Endpoint, T> = Omit<EndpointOptions<E>, "pollWhile"> & {
  /** The rows of one page. */
  items: (answer: ResponseBody<E>) => readonly T[];
  /** Polls every two seconds while it is true for any row, without the progress bar. */
  pollWhile?: (item: T) => boolean;
};

const nextPage = (answer: unknown): string | null => {
  const next = (answer as { next?: unknown }).next;
  return typeof next === "string" ? next : null;
};

/** Reads a list page by page; `items` holds the rows of all pages that are loaded. */
export function useInfiniteEndpoint<E extends Endpoint, T>(endpoint: E, { items, pollWhile, ...input }: Options<E, T>) {
  const { enabled, refetchInterval, ...options }: LooseOptions & ReadOptions = input;
  const key = endpointKey(endpoint, options);
  const queryKey = [...key, "pages"];
  const polls = (data: { pages: unknown[] } | undefined): boolean =>
    pollWhile !== undefined && data?.pages.some((page) => items(page as ResponseBody<E>).some(pollWhile)) === true;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam, client }): Promise<ResponseBody<E>> =>
      callLoose(endpoint, {
        ...options,
        query: { ...options.query, before: pageParam ?? undefined },
        signal,
        quiet: Boolean(refetchInterval) || polls(client.getQueryData(queryKey)),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: nextPage,
    placeholderData: (previous, before) => (canBePlaceholder(before?.queryKey, key) ? previous : undefined),
    enabled,
    refetchInterval: pollWhile ? ({ state }) => (polls(state.data) ? pollMs : refetchInterval) : refetchInterval,
  });
  return {
    ...query,
    // Polling is not shown as fetching.
    isFetching: query.isFetching && !refetchInterval && !polls(query.data),
    items: query.data?.pages.flatMap((page) => items(page as ResponseBody<E>)),
  };
}
