"use client";

import { useId } from "react";
import { DropdownMenuItem, DropdownMenuLabel } from "@/components/ui/dropdown-menu";
import { useReadOnly } from "@/components/ui/read-only";
import { cn } from "@/lib/utils/cn";
import type { RowAction } from "./column";

/** The items of a menu. Disabled ones stay focusable, so that their reason can be read. */
export function MenuActions({ actions }: { actions: readonly RowAction[] }) {
  const readOnly = useReadOnly();
  const reason = useId();
  /** Disabled because the page is read-only: explained once, above the items. */
  const offHere = ({ opens, why }: RowAction): boolean => readOnly !== undefined && !opens && why === undefined;
  return (
    <>
      {actions.some(offHere) && (
        <DropdownMenuLabel id={reason} className="max-w-64 pb-2">
          {readOnly}
        </DropdownMenuLabel>
      )}
      {actions.map((action) => {
        const { label, icon, onSelect, why, danger } = action;
        const off = why !== undefined || offHere(action);
        return (
          <DropdownMenuItem
            key={label}
            danger={danger && !off}
            aria-disabled={off || undefined}
            aria-describedby={offHere(action) ? reason : undefined}
            onSelect={(event) => (off ? event.preventDefault() : onSelect())}
          >
            {icon}
            <span className="grid">
              <span className={cn(off && "text-faint")}>{label}</span>
              {why && <span className="text-label text-muted">{why}</span>}
            </span>
          </DropdownMenuItem>
        );
      })}
    </>
  );
}
