import { errorMessage } from "@/lib/api/api-error";

/** What of a list that is read page by page the table is told. */
interface PagedQuery {
  error: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
  refetch(): unknown;
}

/** How a list's reading stands: its failure, whether rows are renewed, and what is left to load. */
export const paged = (query: PagedQuery) => ({
  error: query.error ? errorMessage(query.error) : undefined,
  onRetry: () => void query.refetch(),
  fetching: query.isFetching && !query.isFetchingNextPage,
  more: {
    available: query.hasNextPage,
    loading: query.isFetchingNextPage,
    load: () => void query.fetchNextPage(),
  },
});
