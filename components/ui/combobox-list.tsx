"use client";

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/utils/cn";
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from "./command";
import { Spinner } from "./spinner";

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line. */
  help?: string | undefined;
  icon?: ReactNode;
  group?: string;
  disabled?: boolean;
}

/** Server-side search, if there are too many options to load. */
interface RemoteSearch {
  text: string;
  onChange(text: string): void;
  loading: boolean;
}

export interface ComboboxListProps {
  options: readonly ComboboxOption[];
  /** Shown when nothing is found. */
  emptyText?: string | undefined;
  search?: RemoteSearch | undefined;
  /** Below the list, such as a link to create an item. */
  footer?: ReactNode;
}

interface Props extends ComboboxListProps {
  id: string;
  label: string;
  isChosen(value: string): boolean;
  onPick(value: string): void;
}

function groupOptions(options: readonly ComboboxOption[]): Map<string, ComboboxOption[]> {
  const groups = new Map<string, ComboboxOption[]>();
  for (const option of options) groups.set(option.group ?? "", [...(groups.get(option.group ?? "") ?? []), option]);
  return groups;
}

export function ComboboxList({
  id,
  label,
  options,
  emptyText = "No results.",
  search,
  footer,
  isChosen,
  onPick,
}: Props) {
  return (
    <Command label={label} loop shouldFilter={!search}>
      <CommandInput
        placeholder="Search"
        {...(search && { value: search.text, onValueChange: (text: string) => search.onChange(text) })}
      />
      {search?.loading ? (
        <div className="flex justify-center p-4 text-muted">
          <Spinner label="Searching" />
        </div>
      ) : (
        <CommandEmpty>{emptyText}</CommandEmpty>
      )}
      <CommandList id={id} aria-label={label} className="max-h-64">
        {[...groupOptions(options)].map(([group, members]) => (
          <CommandGroup key={group} heading={group || undefined}>
            {members.map(({ value, label: text, help, icon, disabled }) => (
              <CommandItem
                key={value}
                value={value}
                keywords={[text, help ?? ""]}
                disabled={disabled}
                onSelect={() => onPick(value)}
                className="pr-8"
              >
                {icon}
                <span className="grid min-w-0 gap-0.5">
                  <span dir="auto" className="truncate">
                    {text}
                  </span>
                  {help && <span className="truncate text-label text-muted">{help}</span>}
                </span>
                {isChosen(value) && <span className="sr-only">, selected</span>}
                <Check aria-hidden className={cn("absolute right-2", !isChosen(value) && "invisible")} />
              </CommandItem>
            ))}
          </CommandGroup>
        ))}
      </CommandList>
      {footer && <div className="border-t p-1">{footer}</div>}
    </Command>
  );
}
