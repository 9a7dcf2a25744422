"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { endpointKey } from "@/hooks/api/endpoint-key";
import { pollMs } from "@/hooks/api/use-endpoint";
import { call } from "@/lib/api/browser";
import { documents } from "@/lib/contract/documents/calls";

const pageSize = 50;

/** A document with its chunks, page by page. */
export function useChunks(slug: string, datasourceId: string, documentId: string) {
  const params = { resourceSlug: slug, datasourceId, documentId };
  const query = useInfiniteQuery({
    queryKey: [...endpointKey(documents.get, { params }), "chunks"],
    queryFn: ({ pageParam, signal }) =>
      call(documents.get, {
        params,
        query: { limit: pageSize, ...(pageParam !== null && { after: pageParam }) },
        signal,
        quiet: true,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.document.waiting ? pollMs : false),
  });
  return {
    document: query.data?.pages[0]?.document,
    chunks: query.data?.pages.flatMap(({ chunks }) => chunks) ?? [],
    error: query.error,
    more: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}
