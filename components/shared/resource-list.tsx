"use client";

import { ArrowDown, ArrowUp, EllipsisVertical, Search } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { SortKey, useListState } from "@/hooks/use-list-state";
import { useShortcut } from "@/hooks/use-shortcut";
import { errorMessage } from "@/lib/api/api-error";
import { ErrorState } from "./error-state";
import { PageHeader } from "./page-header";

export interface Column<T> {
  key: string;
  label: string;
  /** Sorts by this when its head is clicked. */
  sort?: SortKey;
  cell(item: T): ReactNode;
  /** The first column is the row's link and the card's title; `wide` ones are left out on a phone. */
  wide?: boolean;
}

export interface RowAction {
  label: string;
  icon: ReactNode;
  onSelect(): void;
  /** Why it is off. */
  why?: string;
}

interface ResourceListProps<T> {
  title: string;
  columns: readonly Column<T>[];
  items: readonly T[] | undefined;
  href(item: T): string;
  actions?(item: T): RowAction[];
  primary?: ReactNode;
  filters?: ReactNode;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  filtered?: boolean;
  state: ReturnType<typeof useListState>;
  query: {
    error: unknown;
    isFetching: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage(): unknown;
    refetch(): unknown;
  };
}

interface Row {
  _id: string;
  name: string;
}

/** The list of a resource: a table, cards on a phone; searched, sorted and paged by the server. */
export function ResourceList<T extends Row>({
  title,
  columns,
  items,
  href,
  actions,
  primary,
  filters,
  empty,
  filtered = false,
  state,
  query,
}: ResourceListProps<T>) {
  const box = useRef<HTMLInputElement>(null);
  useShortcut("/", () => box.current?.focus());
  const nothing = items?.length === 0 && !state.q && !filtered;
  const count = items && !nothing ? `${items.length}${query.hasNextPage ? "+" : ""}` : undefined;
  if (query.error && !items)
    return <ErrorState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />;
  return (
    <div className="mx-auto max-w-list">
      <PageHeader title={title} count={count} actions={primary} />
      {nothing ? (
        empty
      ) : (
        <>
          <div className="mb-3 flex flex-wrap gap-2">
            <div className="relative w-full max-w-80">
              <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-faint" />
              <Input
                ref={box}
                type="search"
                aria-label={`Search ${title.toLowerCase()}`}
                placeholder="Search"
                title="Press / to search"
                className="pl-8"
                value={state.text}
                onChange={({ target }) => state.setQ(target.value)}
              />
            </div>
            {filters}
          </div>
          <div
            aria-busy={query.isFetching}
            className={`relative overflow-hidden rounded-card border bg-surface ${query.isFetching && items ? "opacity-80" : ""}`}
          >
            <Desktop title={title} columns={columns} items={items} href={href} actions={actions} state={state} />
            <Cards columns={columns} items={items} href={href} actions={actions} />
            {items?.length === 0 && <p className="px-4 py-10 text-center text-muted">Nothing matches.</p>}
          </div>
          {query.hasNextPage && (
            <div className="mt-4 flex justify-center">
              <Button variant="outline" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Load more
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

type Part<T> = Pick<ResourceListProps<T>, "columns" | "items" | "href" | "actions">;
const skeletonRows = ["a", "b", "c", "d", "e"];

function Desktop<T extends Row>({
  title,
  columns,
  items,
  href,
  actions,
  state,
}: Part<T> & Pick<ResourceListProps<T>, "title" | "state">) {
  return (
    <div className="max-md:hidden">
      <Table label={title}>
        <TableHeader>
          <tr className="border-b bg-sunken">
            {columns.map(({ key, label, sort }) => (
              <TableHead
                key={key}
                aria-sort={sort && sort === state.sort ? (state.dir === "asc" ? "ascending" : "descending") : undefined}
              >
                {sort ? (
                  <button
                    type="button"
                    className="inline-flex items-center gap-1 hover:text-default"
                    onClick={() => state.toggleSort(sort)}
                  >
                    {label}
                    {sort === state.sort &&
                      (state.dir === "asc" ? <ArrowUp className="size-3" /> : <ArrowDown className="size-3" />)}
                  </button>
                ) : (
                  label
                )}
              </TableHead>
            ))}
            {actions && (
              <TableHead>
                <span className="sr-only">Actions</span>
              </TableHead>
            )}
          </tr>
        </TableHeader>
        <TableBody>
          {items === undefined &&
            skeletonRows.map((row) => (
              <TableRow key={row}>
                {columns.map(({ key }) => (
                  <TableCell key={key}>
                    <Skeleton className="w-24" />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          {items?.map((item) => (
            <TableRow key={item._id} className="relative hover:bg-hover">
              {columns.map(({ key, cell }, i) => (
                <TableCell key={key} className={i === 0 ? "max-w-80" : ""}>
                  {i === 0 ? (
                    <Link href={href(item)} className="font-medium after:absolute after:inset-0">
                      {cell(item)}
                    </Link>
                  ) : (
                    cell(item)
                  )}
                </TableCell>
              ))}
              {actions && (
                <TableCell className="w-12 text-right">
                  <RowMenu name={item.name} actions={actions(item)} />
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function Cards<T extends Row>({ columns, items, href, actions }: Part<T>) {
  const [first, ...rest] = columns;
  return (
    <ul className="divide-y md:hidden">
      {items === undefined &&
        skeletonRows.map((row) => (
          <li key={row} className="p-4">
            <Skeleton className="w-2/3" />
          </li>
        ))}
      {items?.map((item) => (
        <li key={item._id} className="relative flex items-start gap-3 p-4">
          <div className="min-w-0 flex-1 space-y-1">
            <Link href={href(item)} className="font-medium after:absolute after:inset-0">
              {first?.cell(item)}
            </Link>
            <dl className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-secondary">
              {rest
                .filter(({ wide }) => !wide)
                .map(({ key, label, cell }) => (
                  <div key={key} className="flex gap-1.5">
                    <dt className="text-faint">{label}</dt>
                    <dd>{cell(item)}</dd>
                  </div>
                ))}
            </dl>
          </div>
          {actions && <RowMenu name={item.name} actions={actions(item)} />}
        </li>
      ))}
    </ul>
  );
}

function RowMenu({ name, actions }: { name: string; actions: RowAction[] }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" className="relative z-10 size-8" aria-label={`Actions for ${name}`}>
          <EllipsisVertical />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {actions.map(({ label, icon, onSelect, why }) => (
          <DropdownMenuItem key={label} disabled={why !== undefined} title={why} onSelect={onSelect}>
            {icon} {label}
            {why && <span className="ml-2 max-w-48 whitespace-normal text-label text-muted">{why}</span>}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
