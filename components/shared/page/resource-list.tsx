"use client";

import type { ReactNode } from "react";
import type { SortKey, useListState } from "@/hooks/page/use-list-state";
import type { Column as AnyColumn, BulkAction, RowAction } from "../data-table/column";
import { DataTable } from "../data-table/data-table";
import { type PagedQuery, pagedProps } from "../data-table/paged";
import { useSelection } from "../data-table/use-selection";
import { ListFilter, type ListFilterProps } from "./list-filter";

export interface Column<T> extends AnyColumn<T> {
  sort?: SortKey;
}

/** A filter kept in the URL under its name. */
export interface UrlFilter extends Omit<ListFilterProps, "onChange"> {
  name: string;
}

interface ResourceListProps<T> {
  title: string;
  columns: readonly Column<T>[];
  /** Path of a row's page; without it rows are no links. */
  href?(item: T): string;
  actions?(item: T): RowAction[];
  /** Actions on several selected rows. */
  bulk?: readonly BulkAction<T>[];
  primary?: ReactNode;
  /** Tabs to related lists. */
  tabs?: ReactNode;
  filters?: readonly UrlFilter[];
  /** A filter that a link has set, and how to clear it. */
  linkFilter?: { note: string; clear(): void } | undefined;
  /** The dialogs of its actions. */
  dialogs?: ReactNode;
  /** Shown when there are no items at all. */
  empty: ReactNode;
  headsFrom?: "lg";
  state: ReturnType<typeof useListState>;
  query: PagedQuery<T>;
}

/** The list of a resource, searched, sorted and paged by the server, its state kept in the URL. */
export function ResourceList<T extends { _id: string; name: string }>({
  filters = [],
  linkFilter,
  state,
  query,
  bulk = [],
  dialogs,
  ...props
}: ResourceListProps<T>) {
  const selection = useSelection(query.items, ({ _id }) => _id);
  const sortBy = props.columns.flatMap(({ sort }) => sort ?? []);
  return (
    <>
      <DataTable
        {...props}
        selection={bulk.length > 0 ? selection : undefined}
        bulk={bulk}
        getKey={({ _id }) => _id}
        getName={({ name }) => name}
        search={state.search}
        filters={
          <>
            {filters.map(({ name, ...filter }) => (
              <ListFilter key={name} {...filter} onChange={(value) => state.setFilter(name, value)} />
            ))}
            {linkFilter && <span className="text-muted text-secondary">{linkFilter.note}</span>}
          </>
        }
        sorting={{
          key: state.sort,
          dir: state.dir,
          toggle: (key) => {
            const sort = sortBy.find((one) => one === key);
            if (sort) state.toggleSort(sort);
          },
        }}
        isFiltered={state.q !== "" || filters.some(({ value }) => value) || linkFilter !== undefined}
        onClear={() => {
          state.clearSearch();
          for (const { name } of filters) state.setFilter(name, null);
          linkFilter?.clear();
        }}
        {...pagedProps(query)}
      />
      {dialogs}
    </>
  );
}
