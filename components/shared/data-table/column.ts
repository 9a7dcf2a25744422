import type { ReactNode } from "react";

/** One array of these makes the table, its skeleton and the cards of a phone. The first is the row's link. */
export interface Column<T> {
  key: string;
  label: string;
  /** Sorts by this when its head is clicked. */
  sort?: string;
  cell(item: T): ReactNode;
  /** Left out below 1,280 px, where the sidebar leaves too little room. */
  wide?: boolean;
  /** Left out below 1,024 px, but for a phone's card. */
  roomy?: boolean;
  /** Holds sentences, and takes the room for them. */
  long?: boolean;
  /** Stands on a phone's card, `wide` or not. */
  card?: boolean;
  /** Figures stand at the right. */
  align?: "right";
  /** Its share of a narrow table, as a class; the first has 36 % without one. */
  share?: string;
  /** The width of its skeleton, as a class. */
  skeleton?: string;
}

export interface RowAction {
  label: string;
  icon: ReactNode;
  onSelect(): void;
  /** Why it is off. */
  why?: string | undefined;
  /** Leads to a page or a form and changes nothing by itself: it stays where nothing can be changed. */
  opens?: boolean;
  danger?: boolean;
}

export interface Sorting {
  key: string;
  dir: "asc" | "desc";
  toggle(key: string): void;
}

/** What the table and the cards are made from. */
export interface RowsProps<T> {
  title: string;
  columns: readonly Column<T>[];
  /** Undefined while the first page loads. */
  items: readonly T[] | undefined;
  keyOf(item: T): string;
  /** What a screen reader calls the row. */
  nameOf(item: T): string;
  href?(item: T): string;
  actions?(item: T): RowAction[];
}

export const skeletonRows = ["a", "b", "c", "d", "e", "f"];
