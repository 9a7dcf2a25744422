import type { ReactNode } from "react";
import type { Selection } from "./use-selection";

/** Describes a column of the table, its skeleton and the cards on a phone. The first column is the row's link. */
export interface Column<T> {
  key: string;
  label: string;
  /** Sorts by this when its head is clicked. */
  sort?: string;
  cell(item: T): ReactNode;
  /** Hidden below 1,280 px, where the sidebar leaves too little room. */
  wide?: boolean;
  /** Hidden in tables below 1,024 px; cards still show it. */
  roomy?: boolean;
  /** Holds sentences, so it takes the remaining width. */
  long?: boolean;
  /** Shown on a phone's card, even if `wide`. */
  card?: boolean;
  /** Right-aligned, for numbers. */
  align?: "right";
  /** Its width in a narrow table, as a class; 36 % by default for the first. */
  share?: string;
  /** The width of its skeleton, as a class. */
  skeleton?: string;
}

export interface RowAction {
  label: string;
  icon: ReactNode;
  onSelect(): void;
  /** Why it is disabled. */
  disabledReason?: string | undefined;
  /** Only opens a page or a form, so it stays enabled where nothing can be changed. */
  opens?: boolean;
  danger?: boolean;
}

/** What can be done with several selected rows. */
export interface BulkAction<T> {
  label: string;
  icon: ReactNode;
  run(items: readonly T[]): void;
  /** Why it is disabled. */
  disabledReason?: string | undefined;
  danger?: boolean;
}

export interface Sorting {
  key: string;
  dir: "asc" | "desc";
  toggle(key: string): void;
}

/** Props of both the table and the cards. */
export interface RowsProps<T> {
  title: string;
  columns: readonly Column<T>[];
  /** Undefined while the first page loads. */
  items: readonly T[] | undefined;
  getKey(item: T): string;
  /** The row's name for screen readers. */
  getName(item: T): string;
  href?(item: T): string;
  actions?(item: T): RowAction[];
  /** Rows can be selected. */
  selection?: Selection<T> | undefined;
}

export const skeletonRows = ["a", "b", "c", "d", "e", "f"];
