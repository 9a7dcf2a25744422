"use client";

import type { ReactNode } from "react";
import type { SortKey, useListState } from "@/hooks/page/use-list-state";
import type { Column as AnyColumn, BulkAction, RowAction } from "../data-table/column";
import { DataTable } from "../data-table/data-table";
import { type PagedQuery, pagedProps } from "../data-table/paged";
import { useSelection } from "../data-table/use-selection";

export interface Column<T> extends AnyColumn<T> {
  sort?: SortKey;
}

interface ResourceListProps<T> {
  title: string;
  columns: readonly Column<T>[];
  items: readonly T[] | undefined;
  /** Path of a row's page; without it rows are no links. */
  href?(item: T): string;
  actions?(item: T): RowAction[];
  /** Actions on several selected rows. */
  bulk?: readonly BulkAction<T>[];
  primary?: ReactNode;
  /** Tabs to related lists. */
  tabs?: ReactNode;
  filters?: ReactNode;
  /** Shown when there are no items at all. */
  empty: ReactNode;
  filtered?: boolean;
  headsFrom?: "lg";
  /** Clears the filters. */
  onClearFilters?(): void;
  state: ReturnType<typeof useListState>;
  query: PagedQuery;
}

/** The list of a resource, searched, sorted and paged by the server, its state kept in the URL. */
export function ResourceList<T extends { _id: string; name: string }>({
  filtered = false,
  onClearFilters,
  state,
  query,
  bulk = [],
  ...props
}: ResourceListProps<T>) {
  const selection = useSelection(props.items, ({ _id }) => _id);
  const sortBy = props.columns.flatMap(({ sort }) => sort ?? []);
  return (
    <DataTable
      {...props}
      selection={bulk.length > 0 ? selection : undefined}
      bulk={bulk}
      getKey={({ _id }) => _id}
      getName={({ name }) => name}
      search={state.search}
      sorting={{
        key: state.sort,
        dir: state.dir,
        toggle: (key) => {
          const sort = sortBy.find((one) => one === key);
          if (sort) state.toggleSort(sort);
        },
      }}
      isFiltered={state.q !== "" || filtered}
      onClear={() => {
        state.clearSearch();
        onClearFilters?.();
      }}
      {...pagedProps(query)}
    />
  );
}
