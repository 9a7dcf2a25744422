import { errorMessage } from "@/lib/api/api-error";

export interface PagedQuery<T> {
  items: readonly T[] | undefined;
  error: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
  refetch(): unknown;
}

/** Returns the table's props for a paged query. */
export const pagedProps = <T>(query: PagedQuery<T>) => ({
  items: query.items,
  error: query.error ? errorMessage(query.error) : undefined,
  onRetry: () => void query.refetch(),
  fetching: query.isFetching && !query.isFetchingNextPage,
  more: {
    available: query.hasNextPage,
    loading: query.isFetchingNextPage,
    load: () => void query.fetchNextPage(),
  },
});
