"use client";

import { useState } from "react";
import {
  CommandDialog,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from "@/components/ui/command";
import { Kbd } from "@/components/ui/kbd";
import { Spinner } from "@/components/ui/spinner";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { type PaletteCommand, useCommands } from "./use-commands";
import { useKnownItems } from "./use-known-items";
import { useSearchResults } from "./use-search-results";

interface PaletteProps {
  onOpenChange(open: boolean): void;
  onShortcuts(): void;
}

const matches = (text: string) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ label, group }: PaletteCommand) => words.every((word) => `${group} ${label}`.toLowerCase().includes(word));
};

/** Goes to anything, creates anything, switches team and theme. */
export function Palette({ onOpenChange, onShortcuts }: PaletteProps) {
  const { text, debounced, onChange } = useDebouncedText();
  const results = useSearchResults(debounced);
  const known = [...useKnownItems(), ...useCommands({ onShortcuts })];
  const commands = [...results.commands, ...known.filter(matches(text))];
  const groups = Map.groupBy(commands, ({ group }) => group);
  // Results that arrive later are inserted above: the first of all is chosen again.
  const [chosen, setChosen] = useState({ first: "", id: "" });
  const first = commands[0]?.id ?? "";
  const waiting = results.loading || text.trim() !== debounced;
  return (
    <CommandDialog
      open
      onOpenChange={onOpenChange}
      label="Command palette"
      shouldFilter={false}
      value={chosen.first === first ? chosen.id : first}
      onValueChange={(id) => setChosen({ first, id })}
    >
      <CommandInput placeholder="Search apps, agents, sessions and commands…" value={text} onValueChange={onChange} />
      {waiting && commands.length === 0 ? (
        <div className="flex justify-center p-4 text-muted">
          <Spinner label="Searching" />
        </div>
      ) : (
        <CommandEmpty>No results for “{text}”.</CommandEmpty>
      )}
      <CommandList className="max-h-96">
        {[...groups].map(([group, members]) => (
          <CommandGroup key={group} heading={group}>
            {members.map(({ id, label, help, icon: Icon, run, closes = true }) => (
              <CommandItem
                key={id}
                value={id}
                onSelect={() => {
                  if (closes) onOpenChange(false);
                  run();
                }}
              >
                <Icon aria-hidden className="size-4 shrink-0 text-muted" />
                <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                  {label}
                </span>
                {help && <span className="max-w-60 truncate text-label text-muted">{help}</span>}
              </CommandItem>
            ))}
          </CommandGroup>
        ))}
      </CommandList>
      <p className="flex items-center gap-3 border-t px-3 py-2 text-label text-muted max-md:hidden">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> select
        </span>
        <span>
          <Kbd>Enter</Kbd> open
        </span>
        <span>
          <Kbd>Esc</Kbd> close
        </span>
      </p>
    </CommandDialog>
  );
}
