"use client";

import { ChevronsUpDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { cn } from "@/lib/utils/cn";
import type { ComboboxListProps } from "./combobox-list";
import { useControl } from "./control";
import { Popover, PopoverContent, PopoverTrigger } from "./popover";
import { controlBox } from "./styles";

type TriggerProps = Pick<ComponentProps<"button">, "ref" | "onBlur" | "disabled" | "name" | "id" | "aria-label">;

export interface ComboboxBaseProps extends ComboboxListProps, TriggerProps {
  placeholder?: string;
  className?: string;
}

interface ComboboxShellProps extends TriggerProps {
  /** Of the list that opens. */
  label: string;
  shown: ReactNode;
  placeholder: boolean;
  className: string | undefined;
  children: (list: { id: string; close: () => void }) => ReactNode;
}

/** The button that looks like an input, and what it opens. */
export function ComboboxShell({ label, shown, placeholder, className, children, ...props }: ComboboxShellProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    // Modal, so that its list scrolls inside a dialog too.
    <Popover open={open} onOpenChange={setOpen} modal>
      <PopoverTrigger
        {...props}
        {...useControl(props)}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-haspopup="listbox"
        className={cn(
          controlBox,
          "inline-flex h-9 items-center justify-between gap-2 px-3 text-left",
          placeholder && "text-faint",
          className,
        )}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span className="flex min-w-0 items-center gap-2 truncate">{shown}</span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </PopoverTrigger>
      <PopoverContent aria-label={label} className="w-(--radix-popover-trigger-width) min-w-60 p-0">
        {children({ id, close: () => setOpen(false) })}
      </PopoverContent>
    </Popover>
  );
}
