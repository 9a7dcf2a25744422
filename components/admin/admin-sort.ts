import type { useListState } from "@/hooks/page/use-list-state";

/** Maps the sort of these lists: rows are never edited here, so the default is the creation date. */
export const adminSort = ({ sort, ...query }: ReturnType<typeof useListState>["query"]) => ({
  ...query,
  sort: sort === "name" ? ("name" as const) : ("dateCreated" as const),
});
