"use client";

import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { MouseEvent } from "react";
import { IdBadge } from "@/components/shared/details/id-badge";
import { PrefetchLink } from "@/components/shared/page/prefetch-link";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { useDeveloperMode } from "@/hooks/account/use-developer-mode";
import { cn } from "@/lib/utils/cn";
import { type Column, type RowsProps, type Sorting, skeletonRows } from "./column";
import { RowMenu } from "./row-menu";
import { SelectBox } from "./select-box";

const columnClasses = ({ align, wide, roomy }: { align?: "right"; wide?: boolean; roomy?: boolean }) =>
  cn(align && "text-right", wide && "max-xl:hidden", roomy && "max-lg:hidden");

interface HeadProps<T> {
  column: Column<T>;
  sorting: Sorting | undefined;
  first: boolean;
}

function HeadCell<T>({ column, sorting, first }: HeadProps<T>) {
  const { label, sort } = column;
  const className = cn(columnClasses(column), column.share ?? (first && "max-xl:w-[36%]"));
  if (!sort || !sorting) return <TableHead className={className}>{label}</TableHead>;
  const sorted = sort === sorting.key;
  const Icon = !sorted ? ArrowUpDown : sorting.dir === "asc" ? ArrowUp : ArrowDown;
  return (
    <TableHead
      className={className}
      aria-sort={sorted ? (sorting.dir === "asc" ? "ascending" : "descending") : undefined}
    >
      <button
        type="button"
        className="group inline-flex h-7 items-center gap-1 rounded-mark hover:text-default"
        onClick={() => sorting.toggle(sort)}
      >
        {label}
        <Icon
          aria-hidden
          className={cn("size-3", !sorted && "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100")}
        />
      </button>
    </TableHead>
  );
}

interface SkeletonRowsProps<T> {
  columns: readonly Column<T>[];
  ids: boolean;
  boxes: boolean;
}

function SkeletonRows<T>({ columns, ids, boxes }: SkeletonRowsProps<T>) {
  return skeletonRows.map((row) => (
    <TableRow key={row}>
      {boxes && <TableCell className="w-10" />}
      {columns.map((column, index) => (
        <TableCell key={column.key} className={columnClasses(column)}>
          <Skeleton className={cn(index === 0 ? "w-40" : "w-20", column.align && "ml-auto", column.skeleton)} />
        </TableCell>
      ))}
      {ids && <TableCell />}
      <TableCell />
    </TableRow>
  ));
}

/** Forwards a click on the row to its link, with the same modifier keys. The keyboard uses the link itself. */
function followRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey } = event;
  // React also bubbles clicks from portals such as menus and dialogs.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest("a, button, input, label") || window.getSelection()?.type === "Range") return;
  const click = new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  currentTarget.querySelector("[data-row-link]")?.dispatchEvent(click);
}

export function TableView<T>({
  title,
  columns,
  items,
  getKey,
  getName,
  href,
  actions,
  sorting,
  selection,
}: RowsProps<T> & { sorting: Sorting | undefined }) {
  const developer = useDeveloperMode();
  return (
    <Table label={title} className="max-xl:table-fixed">
      <TableHeader>
        <tr className="border-b bg-sunken">
          {selection && (
            <TableHead className="w-10">
              <Checkbox aria-label="Select all" checked={selection.all} onChange={selection.toggleAll} />
            </TableHead>
          )}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sorting={sorting} first={column === columns[0]} />
          ))}
          {developer.on && <TableHead>ID</TableHead>}
          <TableHead className="w-12">
            <span className="sr-only">Actions</span>
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {items === undefined && <SkeletonRows columns={columns} ids={developer.on} boxes={selection !== undefined} />}
        {items?.map((item) => (
          <TableRow
            key={getKey(item)}
            className={cn(href && "cursor-pointer hover:bg-hover", selection?.isSelected(item) && "bg-accent-tint")}
            onClick={href && followRow}
          >
            {selection && (
              <TableCell className="w-10">
                <SelectBox item={item} name={getName(item)} selection={selection} />
              </TableCell>
            )}
            {columns.map((column, index) => (
              <TableCell
                key={column.key}
                className={cn(
                  columnClasses(column),
                  "truncate",
                  column.long
                    ? "max-w-72 xl:max-w-md"
                    : index === 0
                      ? "max-w-48 xl:max-w-64 2xl:max-w-80"
                      : "max-w-36 xl:max-w-44 2xl:max-w-52",
                )}
              >
                {index === 0 && href ? (
                  <PrefetchLink href={href(item)} data-row-link className="block truncate rounded-mark font-medium">
                    {column.cell(item)}
                  </PrefetchLink>
                ) : (
                  column.cell(item)
                )}
              </TableCell>
            ))}
            {developer.on && (
              <TableCell className="max-w-40">
                <IdBadge id={getKey(item)} />
              </TableCell>
            )}
            <TableCell className="w-12 py-0 text-right">
              <RowMenu name={getName(item)} actions={actions?.(item) ?? []} record={item} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
