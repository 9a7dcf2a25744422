import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { PrefetchLink } from "@/components/shared/prefetch-link";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/utils/cn";
import { type Column, type RowsProps, type Sorting, skeletonRows } from "./column";
import { RowMenu } from "./row-menu";

const right = (column: { align?: "right" }) => column.align && "text-right";

function HeadCell<T>({ column, sorting }: { column: Column<T>; sorting: Sorting | undefined }) {
  const { label, sort } = column;
  if (!sort || !sorting) return <TableHead className={cn(right(column))}>{label}</TableHead>;
  const sorted = sort === sorting.key;
  const Icon = !sorted ? ArrowUpDown : sorting.dir === "asc" ? ArrowUp : ArrowDown;
  return (
    <TableHead
      className={cn(right(column))}
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

function SkeletonRows<T>({ columns }: { columns: readonly Column<T>[] }) {
  return skeletonRows.map((row) => (
    <TableRow key={row}>
      {columns.map((column, index) => (
        <TableCell key={column.key}>
          <Skeleton className={cn(index === 0 ? "w-40" : "w-20", column.align && "ml-auto", column.skeleton)} />
        </TableCell>
      ))}
      <TableCell />
    </TableRow>
  ));
}

export function TableView<T>({
  title,
  columns,
  items,
  keyOf,
  nameOf,
  href,
  actions,
  sorting,
}: RowsProps<T> & { sorting: Sorting | undefined }) {
  return (
    <Table label={title}>
      <TableHeader>
        <tr className="border-b bg-sunken">
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sorting={sorting} />
          ))}
          <TableHead className="w-12">
            <span className="sr-only">Actions</span>
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {items === undefined && <SkeletonRows columns={columns} />}
        {items?.map((item) => (
          <TableRow key={keyOf(item)} className="relative has-[>td>a:hover]:bg-hover">
            {columns.map((column, index) => (
              <TableCell key={column.key} className={cn(right(column), index === 0 && "max-w-80")}>
                {index === 0 && href ? (
                  <PrefetchLink
                    href={href(item)}
                    className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                  >
                    {column.cell(item)}
                  </PrefetchLink>
                ) : (
                  column.cell(item)
                )}
              </TableCell>
            ))}
            <TableCell className="w-12 py-0 text-right">
              {actions && <RowMenu name={nameOf(item)} actions={actions(item)} />}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
