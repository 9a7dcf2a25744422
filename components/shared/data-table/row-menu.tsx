"use client";

import { Braces, EllipsisVertical } from "lucide-react";
import { useRawJson } from "@/components/shared/raw-json";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { cn } from "@/lib/utils/cn";
import type { RowAction } from "./column";

interface RowMenuProps {
  name: string;
  actions: readonly RowAction[];
  /** What the row shows, for developer mode. */
  record?: unknown;
}

/** An action that is off stays reachable, so that its reason can be read. */
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
        {actions.map(({ label, icon, onSelect, why, danger }) => (
          <DropdownMenuItem
            key={label}
            danger={danger && why === undefined}
            aria-disabled={why !== undefined || undefined}
            onSelect={(event) => (why === undefined ? onSelect() : event.preventDefault())}
          >
            {icon}
            <span className="grid">
              <span className={cn(why && "text-faint")}>{label}</span>
              {why && <span className="text-label text-muted">{why}</span>}
            </span>
          </DropdownMenuItem>
        ))}
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
