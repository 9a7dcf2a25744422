"use client";

import { ChevronDown, ChevronRight, Copy, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { Badge } from "@/components/ui/badge";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { CaseValue } from "./check-types";

interface CaseRowProps {
  number: number;
  value: CaseValue;
  required: boolean;
  invalid: boolean;
  open: boolean;
  disabledReason: string | undefined;
  onToggle(): void;
  onDuplicate(): void;
  onRemove(): void;
  /** The fields. */
  children: ReactNode;
}

/** A case as one line, which opens its fields. */
export function CaseRow({ number, value, required, invalid, open, disabledReason, children, ...on }: CaseRowProps) {
  const id = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  const { checks = [], recording = [] } = value;
  const name = value.input.trim().slice(0, 200) || `Case ${number}`;
  return (
    <li>
      <div className="flex items-center gap-1 pr-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={on.onToggle}
          className="flex min-w-0 flex-1 items-center gap-2 px-3 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
        >
          <Chevron aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="grid min-w-0 flex-1 items-center gap-x-3 gap-y-1 sm:flex">
            <span dir="auto" className="truncate sm:flex-1">
              {name}
            </span>
            <span className="flex flex-wrap gap-1.5">
              {invalid && <Badge tone="danger">Incomplete</Badge>}
              {required && <Badge tone="accent">Required</Badge>}
              {recording.length > 0 && <Badge>Recorded</Badge>}
              <Badge>{checks.length === 0 ? "No checks" : pluralize(checks.length, "check")}</Badge>
            </span>
          </span>
        </button>
        <RowMenu
          name={name}
          actions={[
            { label: "Duplicate", icon: <Copy />, onSelect: on.onDuplicate, disabledReason },
            { label: "Remove", icon: <Trash2 />, onSelect: on.onRemove, disabledReason, danger: true },
          ]}
        />
      </div>
      {open && (
        <div id={id} className="border-t bg-surface px-4 py-4 sm:pl-9">
          {children}
        </div>
      )}
    </li>
  );
}
