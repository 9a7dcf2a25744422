"use client";

import { ChevronsUpDown, X } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { cn } from "@/lib/utils/cn";
import { ComboboxList, type ComboboxListProps } from "./combobox-list";
import { useControl } from "./control";
import { Popover, PopoverContent, PopoverTrigger } from "./popover";
import { controlBox } from "./styles";

type TriggerProps = Pick<ComponentProps<"button">, "ref" | "onBlur" | "disabled" | "name" | "id" | "aria-label">;

interface SharedProps extends ComboboxListProps, TriggerProps {
  placeholder?: string;
  className?: string;
}

interface ShellProps extends TriggerProps {
  shown: ReactNode;
  placeholder: boolean;
  className: string | undefined;
  children: (list: { id: string; close: () => void }) => ReactNode;
}

/** The button that looks like an input, and what it opens. */
function Shell({ shown, placeholder, className, children, ...props }: ShellProps) {
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
      <PopoverContent className="w-(--radix-popover-trigger-width) min-w-60 p-0">
        {children({ id, close: () => setOpen(false) })}
      </PopoverContent>
    </Popover>
  );
}

interface ComboboxProps extends SharedProps {
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  /** The chosen one can be chosen again, which clears it. */
  clearable?: boolean;
}

/** One of many, with search. */
export function Combobox({
  value,
  onChange,
  options,
  placeholder = "Choose…",
  clearable = false,
  emptyText,
  search,
  footer,
  ...props
}: ComboboxProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Shell
      {...props}
      className={props.className}
      placeholder={!chosen}
      shown={
        <>
          {chosen?.icon}
          <span className="truncate">{chosen?.label ?? placeholder}</span>
        </>
      }
    >
      {({ id, close }) => (
        <ComboboxList
          id={id}
          label={placeholder}
          options={options}
          emptyText={emptyText}
          search={search}
          footer={footer}
          isChosen={(one) => one === value}
          onPick={(picked) => {
            onChange(clearable && picked === value ? null : picked);
            close();
          }}
        />
      )}
    </Shell>
  );
}

interface MultiComboboxProps extends SharedProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Any number of many, with search; the chosen ones stand below in the order they were chosen. */
export function MultiCombobox({
  value,
  onChange,
  options,
  placeholder = "Choose…",
  emptyText,
  search,
  footer,
  ...props
}: MultiComboboxProps) {
  const without = (one: string) => value.filter((other) => other !== one);
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one;
  return (
    <div className="grid gap-2">
      <Shell
        {...props}
        className={props.className}
        placeholder={value.length === 0}
        shown={value.length === 0 ? placeholder : `${value.length} chosen`}
      >
        {({ id }) => (
          <ComboboxList
            id={id}
            label={placeholder}
            multiple
            options={options}
            emptyText={emptyText}
            search={search}
            footer={footer}
            isChosen={(one) => value.includes(one)}
            onPick={(picked) => onChange(value.includes(picked) ? without(picked) : [...value, picked])}
          />
        )}
      </Shell>
      <Chips
        items={value.map((one) => ({ value: one, label: labelOf(one) }))}
        onRemove={(one) => onChange(without(one))}
      />
    </div>
  );
}

interface ChipsProps {
  items: readonly { value: string; label: string }[];
  onRemove: (value: string) => void;
}

/** Chosen things, each with a button that takes it away. */
export function Chips({ items, onRemove }: ChipsProps) {
  if (items.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {items.map(({ value, label }) => (
        <li
          key={value}
          className="inline-flex h-6 max-w-full items-center gap-0.5 rounded-full border bg-sunken pr-0.5 pl-2.5 text-label"
        >
          <span className="truncate">{label}</span>
          <button
            type="button"
            aria-label={`Remove ${label}`}
            onClick={() => onRemove(value)}
            className="inline-flex size-5 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-default"
          >
            <X aria-hidden className="size-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}
