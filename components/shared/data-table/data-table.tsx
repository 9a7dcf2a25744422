"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Banner } from "@/components/shared/banner";
import { EmptyState } from "@/components/shared/empty-state";
import { ErrorState } from "@/components/shared/error-state";
import { PageHeader } from "@/components/shared/page-header";
import { Button } from "@/components/ui/button";
import { useMedia } from "@/hooks/use-media";
import { CardView } from "./card-view";
import type { RowsProps, Sorting } from "./column";
import { TableView } from "./table-view";
import { type SearchState, Toolbar } from "./toolbar";

interface DataTableProps<T> extends RowsProps<T> {
  /** 2 for a list that is a part of a page. */
  level?: 1 | 2;
  primary?: ReactNode;
  filters?: ReactNode;
  search?: SearchState;
  sorting?: Sorting;
  /** The width from which the rows are a table: below it they are cards. */
  headsFrom?: "md" | "lg";
  /** Something narrows the list, so that no rows does not mean that there are none. */
  narrowed?: boolean;
  /** Takes away what narrows it. */
  onClear?(): void;
  /** Instead of everything below the title when there is nothing at all. */
  empty: ReactNode;
  /** A sentence; rows that are there stay. */
  error?: string | undefined;
  onRetry?(): void;
  /** Rows on the screen are being renewed. */
  fetching?: boolean;
  more?: { available: boolean; loading: boolean; load(): void };
}

/** THE list shell. It holds no state: what is searched and sorted by comes in, so that a page can keep it in the URL. */
export function DataTable<T>({
  level,
  primary,
  filters,
  search,
  sorting,
  headsFrom = "md",
  narrowed = false,
  onClear,
  empty,
  error,
  onRetry,
  fetching = false,
  more,
  ...rows
}: DataTableProps<T>) {
  const { mobile, desktop } = useMedia();
  const cards = headsFrom === "lg" ? !desktop : mobile;
  const { title, items, columns } = rows;
  const nothing = items?.length === 0 && !narrowed && !error;
  const count = items && !nothing ? `${items.length}${more?.available && items.length > 0 ? "+" : ""}` : undefined;
  const sortable = columns.flatMap(({ label, sort }) => (sort ? [{ label, sort }] : []));
  return (
    <div className="mx-auto max-w-list">
      <PageHeader title={title} {...(level && { level })} count={count} actions={!nothing && primary} />
      {nothing && empty}
      {error && !items && <ErrorState message={error} onRetry={onRetry} />}
      {!nothing && !(error && !items) && (
        <>
          <Toolbar {...{ title, search, filters, sorting, sortable, headsFrom }} />
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
                Nothing matches.
              </EmptyState>
            ) : cards ? (
              <CardView {...rows} />
            ) : (
              <TableView {...rows} sorting={sorting} />
            )}
          </div>
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
