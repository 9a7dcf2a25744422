"use client";

import { EllipsisVertical } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { cn } from "@/lib/utils/cn";
import type { RowAction } from "./column";

/** An action that is off stays reachable, so that its reason can be read. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) return null;
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
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
