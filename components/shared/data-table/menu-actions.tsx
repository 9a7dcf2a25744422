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
  const isReadOnlyDisabled = ({ opens, disabledReason }: RowAction): boolean =>
    readOnly !== undefined && !opens && disabledReason === undefined;
  return (
    <>
      {actions.some(isReadOnlyDisabled) && (
        <DropdownMenuLabel id={reason} className="max-w-64 pb-2">
          {readOnly}
        </DropdownMenuLabel>
      )}
      {actions.map((action) => {
        const { label, icon, onSelect, disabledReason, danger } = action;
        const isDisabled = disabledReason !== undefined || isReadOnlyDisabled(action);
        return (
          <DropdownMenuItem
            key={label}
            danger={danger && !isDisabled}
            aria-disabled={isDisabled || undefined}
            aria-describedby={isReadOnlyDisabled(action) ? reason : undefined}
            onSelect={(event) => (isDisabled ? event.preventDefault() : onSelect())}
          >
            {icon}
            <span className="grid">
              <span className={cn(isDisabled && "text-faint")}>{label}</span>
              {disabledReason && <span className="text-label text-muted">{disabledReason}</span>}
            </span>
          </DropdownMenuItem>
        );
      })}
    </>
  );
}
