"use client";

import { ArrowDownUp, Search } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { useShortcut } from "@/hooks/page/use-shortcut";
import type { Sorting } from "./column";

export interface SearchState {
  text: string;
  onChange(text: string): void;
  onBlur(): void;
}

interface ToolbarProps {
  title: string;
  search: SearchState | undefined;
  filters: ReactNode;
  sorting: Sorting | undefined;
  sortable: readonly { label: string; sort: string }[];
  /** The breakpoint from which the table has clickable headers. */
  headsFrom?: "md" | "lg";
}

/** Search, filters and, where there are no clickable headers, the sort order. */
export function Toolbar({ title, search, filters, sorting, sortable, headsFrom = "md" }: ToolbarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 empty:hidden">
      {search && (
        <SearchBox {...search} label={`Search ${title.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`} />
      )}
      {sorting && sortable.length > 0 && <SortMenu sorting={sorting} sortable={sortable} headsFrom={headsFrom} />}
      {filters}
    </div>
  );
}

function SearchBox({ text, onChange, onBlur, label }: SearchState & { label: string }) {
  const box = useRef<HTMLInputElement>(null);
  useShortcut("/", () => box.current?.focus());
  return (
    <div className="relative min-w-40 max-w-80 flex-1 basis-40 max-md:max-w-none lg:basis-60 max-md:basis-[calc(100%-3rem)]">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-faint" />
      <Input
        ref={box}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder="Search"
        className="peer px-8"
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
        onKeyDown={({ key, currentTarget }) => key === "Escape" && text === "" && currentTarget.blur()}
      />
      <Kbd
        aria-hidden
        className="pointer-events-none absolute top-2 right-2 hidden peer-placeholder-shown:pointer-fine:inline-flex peer-focus:hidden"
      >
        /
      </Kbd>
    </div>
  );
}

interface SortMenuProps extends Required<Pick<ToolbarProps, "sortable" | "headsFrom">> {
  sorting: Sorting;
}

function SortMenu({ sorting, sortable, headsFrom }: SortMenuProps) {
  const current = sortable.find(({ sort }) => sort === sorting.key);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="outline"
          size="icon"
          className={headsFrom === "lg" ? "lg:hidden" : "md:hidden"}
          aria-label={`Sort: ${current?.label ?? "default"}, ${sorting.dir === "asc" ? "ascending" : "descending"}`}
        >
          <ArrowDownUp aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={sorting.key} onValueChange={sorting.toggle}>
          {sortable.map(({ label, sort }) => (
            <DropdownMenuRadioItem key={sort} value={sort}>
              {label}
              {sort === sorting.key && <span className="text-muted">{sorting.dir === "asc" ? "↑" : "↓"}</span>}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
