"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/shared/page/page-header";
import { Banner } from "@/components/shared/status/banner";
import { EmptyState } from "@/components/shared/status/empty-state";
import { ErrorState } from "@/components/shared/status/error-state";
import { Button } from "@/components/ui/button";
import { useMedia } from "@/hooks/page/use-media";
import { BulkBar } from "./bulk-bar";
import { CardView } from "./card-view";
import type { BulkAction, RowsProps, Sorting } from "./column";
import { TableView } from "./table-view";
import { type SearchState, Toolbar } from "./toolbar";

interface DataTableProps<T> extends RowsProps<T> {
  /** Heading level: 2 for a list within a page, 4 for one within a card. */
  level?: 1 | 2 | 4;
  primary?: ReactNode;
  /** Tabs to related lists, above the title. */
  tabs?: ReactNode;
  filters?: ReactNode;
  search?: SearchState;
  sorting?: Sorting;
  /** The breakpoint from which the rows are a table; cards below it. */
  headsFrom?: "md" | "lg";
  /** A search or filter is active: an empty result does not mean an empty list. */
  isFiltered?: boolean;
  /** Clears search and filters. */
  onClear?(): void;
  /** Shown instead of the list when there are no items at all. */
  empty: ReactNode;
  /** An error message; loaded rows stay. */
  error?: string | undefined;
  onRetry?(): void;
  /** The shown rows are being refetched. */
  fetching?: boolean;
  /** Actions on the selected rows. */
  bulk?: readonly BulkAction<T>[];
  more?: { available: boolean; loading: boolean; load(): void };
}

/** The shell of every list. It is stateless: search and sort are props, so that a page can keep them in the URL. */
export function DataTable<T>({
  level,
  primary,
  tabs,
  filters,
  search,
  sorting,
  headsFrom = "md",
  isFiltered = false,
  onClear,
  empty,
  error,
  onRetry,
  fetching = false,
  more,
  bulk = [],
  ...rows
}: DataTableProps<T>) {
  const { mobile, desktop } = useMedia();
  const cards = headsFrom === "lg" ? !desktop : mobile;
  const { title, items, columns } = rows;
  const isEmpty = items?.length === 0 && !isFiltered && !error;
  const count = items && !isEmpty ? `${items.length}${more?.available && items.length > 0 ? "+" : ""}` : undefined;
  const sortable = columns.flatMap(({ label, sort }) => (sort ? [{ label, sort }] : []));
  return (
    <div className="mx-auto w-full max-w-list">
      {tabs}
      <PageHeader title={title} {...(level && { level })} count={count} actions={!isEmpty && primary} />
      {isEmpty && empty}
      {error && !items && <ErrorState message={error} onRetry={onRetry} />}
      {!isEmpty && !(error && !items) && (
        <>
          <Toolbar
            title={title}
            search={search}
            filters={filters}
            sorting={sorting}
            sortable={sortable}
            headsFrom={headsFrom}
          />
          {error && (
            <Banner tone="danger" className="mb-3" action={onRetry && { label: "Try again", onSelect: onRetry }}>
              {error}
            </Banner>
          )}
          <div aria-busy={fetching || !items} className="relative overflow-hidden rounded-card border bg-surface">
            {fetching && items && (
              <span aria-hidden className="absolute inset-x-0 top-0 z-10 h-0.5 overflow-hidden">
                <span className="block h-full w-1/4 animate-sweep bg-accent" />
              </span>
            )}
            {items?.length === 0 ? (
              <EmptyState
                icon={SearchX}
                action={
                  onClear && (
                    <Button variant="outline" onClick={onClear}>
                      Clear search and filters
                    </Button>
                  )
                }
              >
                No matches.
              </EmptyState>
            ) : cards ? (
              <CardView {...rows} />
            ) : (
              <TableView {...rows} sorting={sorting} />
            )}
          </div>
          {rows.selection && <BulkBar selection={rows.selection} actions={bulk} />}
          <p role="status" className="sr-only">
            {items && !fetching && `${title}: ${count} shown`}
          </p>
          {more?.available && items && items.length > 0 && (
            <div className="mt-4 flex justify-center">
              <Button variant="outline" loading={more.loading} onClick={more.load}>
                Load more
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
