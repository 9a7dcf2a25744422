"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";

export type SortKey = "name" | "dateUpdated" | "dateCreated";
type Direction = "asc" | "desc";

const sortKeys: readonly string[] = ["name", "dateUpdated", "dateCreated"] satisfies SortKey[];
const isSortKey = (value: string | null): value is SortKey => value !== null && sortKeys.includes(value);

/** Debounce before a search is sent, in milliseconds. */
const searchDelay = 250;

function writeUrl(changes: Record<string, string | null>): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  if (url.href !== window.location.href) window.history.replaceState(null, "", url);
}

/** Search, sort and filters of a list, kept in the URL. `query` is what to request. */
export function useListState({ sort: firstSort = "dateCreated" }: { sort?: SortKey } = {}) {
  const search = useSearchParams();
  const q = search.get("q") ?? "";
  const [text, setText] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const sortParam = search.get("sort");
  const sort = isSortKey(sortParam) ? sortParam : firstSort;
  const dirParam = search.get("dir");
  const dir: Direction = dirParam === "asc" || dirParam === "desc" ? dirParam : sort === "name" ? "asc" : "desc";

  const writeText = useRef<() => void>(undefined);
  /** Before a click outside the box: writing the URL while the router follows a link cancels the navigation. */
  const flush = (): void => {
    clearTimeout(timer.current);
    writeText.current?.();
    writeText.current = undefined;
  };
  const setQ = (value: string): void => {
    setText(value);
    clearTimeout(timer.current);
    writeText.current = () => writeUrl({ q: value.trim() || null });
    timer.current = setTimeout(flush, searchDelay);
  };
  const setSort = (key: SortKey, direction: Direction): void => writeUrl({ sort: key, dir: direction });

  return {
    q,
    /** The search box. */
    search: { text, onChange: setQ, onBlur: flush },
    clearSearch: (): void => setQ(""),
    sort,
    dir,
    setSort,
    /** The first click sorts by a column, the second reverses the order. */
    toggleSort: (key: SortKey): void => {
      const firstDir = key === "name" ? "asc" : "desc";
      setSort(key, key === sort ? (dir === "asc" ? "desc" : "asc") : firstDir);
    },
    filter: (name: string): string | null => search.get(name),
    setFilter: (name: string, value: string | null): void => writeUrl({ [name]: value }),
    query: { ...(q ? { q } : {}), sort, dir },
  };
}
