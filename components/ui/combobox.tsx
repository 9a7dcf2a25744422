"use client";

import { ChevronsUpDown } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";
import { cn } from "@/lib/utils/cn";
import type { ComboboxListProps } from "./combobox-list";
import { useControl } from "./control";
import { DeferredRoot, deferParts, useDeferred } from "./deferred";
import { Popover, PopoverContent, PopoverTrigger } from "./popover";
import { controlBox } from "./styles";

const list = deferParts(() => import("./combobox-list"));

type TriggerProps = Pick<ComponentProps<"button">, "ref" | "onBlur" | "disabled" | "name" | "id" | "aria-label">;

interface ComboboxProps extends ComboboxListProps, TriggerProps {
  value: string | null | undefined;
  onChange: (value: string) => void;
  placeholder?: string;
  className?: string;
}

/** A searchable select: a button that looks like an input, and the list that it opens. */
export function Combobox(props: ComboboxProps) {
  const [open, setOpen] = useState(false);
  return (
    <DeferredRoot of={list} open={open}>
      <Field {...props} open={open} setOpen={setOpen} />
    </DeferredRoot>
  );
}

interface FieldProps extends ComboboxProps {
  open: boolean;
  setOpen(open: boolean): void;
}

function Field({
  value,
  onChange,
  options,
  placeholder = "Choose…",
  emptyText,
  search,
  footer,
  className,
  open: requestedOpen,
  setOpen,
  ...props
}: FieldProps) {
  const id = useId();
  const { parts } = useDeferred(list);
  // Opens only once the list's code is loaded, so that the box does not grow.
  const open = requestedOpen && parts !== undefined;
  const chosen = options.find((option) => option.value === value);
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
          !chosen && "text-faint",
          className,
        )}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span className="flex min-w-0 items-center gap-2 truncate">
          {chosen?.icon}
          <span dir="auto" className="truncate">
            {chosen?.label ?? placeholder}
          </span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </PopoverTrigger>
      <PopoverContent aria-label={placeholder} className="w-(--radix-popover-trigger-width) min-w-60 p-0">
        {parts && (
          <parts.ComboboxList
            id={id}
            label={placeholder}
            options={options}
            emptyText={emptyText}
            search={search}
            footer={footer}
            isChosen={(one) => one === value}
            onPick={(picked) => {
              onChange(picked);
              setOpen(false);
            }}
          />
        )}
      </PopoverContent>
    </Popover>
  );
}
