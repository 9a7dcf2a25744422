"use client";

import { Braces, EllipsisVertical } from "lucide-react";
import { useRawJson } from "@/components/shared/markdown/raw-json";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { RowAction } from "./column";
import { MenuActions } from "./menu-actions";

interface RowMenuProps {
  name: string;
  actions: readonly RowAction[];
  /** What the row shows, for developer mode. */
  record?: unknown;
}

export function RowMenu({ name, actions, record }: RowMenuProps) {
  const raw = useRawJson();
  const showRaw = raw.on && record !== undefined;
  if (actions.length === 0 && !showRaw) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" className="relative z-10 size-8" aria-label={`Actions for ${name}`}>
          <EllipsisVertical aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <MenuActions actions={actions} />
        {showRaw && (
          <DropdownMenuItem onSelect={() => raw.show(name, record)}>
            <Braces /> Raw JSON
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
      {raw.sheet}
    </DropdownMenu>
  );
}
