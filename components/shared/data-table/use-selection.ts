"use client";

import { useState } from "react";

export interface Selection<T> {
  /** The selected items that are in the list. */
  items: readonly T[];
  isSelected(item: T): boolean;
  /** With `range`, all items up to the last one that was selected or cleared. */
  toggle(item: T, range: boolean): void;
  all: boolean | "mixed";
  toggleAll(): void;
  clear(): void;
}

/** The selected rows of a list. Rows that are no longer listed are not selected. */
export function useSelection<T>(items: readonly T[] | undefined, getKey: (item: T) => string): Selection<T> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const rows = items ?? [];
  const selected = rows.filter((item) => keys.has(getKey(item)));
  return {
    items: selected,
    isSelected: (item) => keys.has(getKey(item)),
    toggle(item, range) {
      const key = getKey(item);
      const order = rows.map(getKey);
      const [from, to] = [order.indexOf(range && last ? last : key), order.indexOf(key)].sort((a, b) => a - b);
      const changed = from === undefined || from < 0 ? [key] : order.slice(from, (to ?? from) + 1);
      const next = new Set(keys);
      for (const one of changed) keys.has(key) ? next.delete(one) : next.add(one);
      setKeys(next);
      setLast(key);
    },
    all: selected.length === 0 ? false : selected.length === rows.length || "mixed",
    toggleAll: () => setKeys(new Set(selected.length === rows.length ? [] : rows.map(getKey))),
    clear: () => setKeys(new Set()),
  };
}
