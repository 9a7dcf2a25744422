import type { useListState } from "@/hooks/use-list-state";

/** What these lists are sorted by: nothing here is ever edited, so that what was changed last is no order. */
export const adminSort = ({ sort, ...query }: ReturnType<typeof useListState>["query"]) => ({
  ...query,
  sort: sort === "name" ? ("name" as const) : ("dateCreated" as const),
});
