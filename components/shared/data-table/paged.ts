import { errorMessage } from "@/lib/api/api-error";

export interface PagedQuery {
  error: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
  refetch(): unknown;
}

/** What a table shows of the query behind its rows, which come in pages. */
export const pagedProps = (query: PagedQuery) => ({
  error: query.error ? errorMessage(query.error) : undefined,
  onRetry: () => void query.refetch(),
  fetching: query.isFetching && !query.isFetchingNextPage,
  more: {
    available: query.hasNextPage,
    loading: query.isFetchingNextPage,
    load: () => void query.fetchNextPage(),
  },
});
