"use client";

import { type ComponentProps, type KeyboardEvent, useId, useState } from "react";
import { cn } from "@/lib/utils/cn";
import type { ComboboxOption } from "./combobox-list";
import { Input } from "./input";
import { floatingBox, menuItem } from "./styles";

interface SuggestInputProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "list" | "role"> {
  value: string;
  onChange: (value: string) => void;
  options: readonly ComboboxOption[];
  /** Label of the list. */
  label: string;
}

/** A list of thousands would take long to render. */
const maxShown = 200;

/** A text input with suggestions. If the text equals one of them, all are shown. */
export function SuggestInput({ value, onChange, options, label, onBlur, ...props }: SuggestInputProps) {
  const list = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const query = value.trim().toLowerCase();
  const exact = options.some((option) => option.value === value);
  const matching = exact ? options : options.filter((option) => option.value.toLowerCase().includes(query));
  const shown = matching.slice(0, maxShown);
  const listOpen = open && shown.length > 0;
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const pick = (picked: string) => {
    onChange(picked);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive(listOpen ? (active + step + shown.length) % shown.length : 0);
      setOpen(true);
    } else if (event.key === "Enter" && listOpen && shown[active]) {
      event.preventDefault();
      pick(shown[active].value);
    } else if (event.key === "Escape" && listOpen) {
      event.preventDefault();
      close();
    }
  };
  return (
    <div className="relative">
      <Input
        {...props}
        role="combobox"
        aria-expanded={listOpen}
        aria-controls={listOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={listOpen && active >= 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
          setActive(-1);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
      />
      {listOpen && (
        <div
          role="listbox"
          id={list}
          aria-label={label}
          className={cn(floatingBox, "absolute inset-x-0 top-full mt-1 max-h-64 overflow-y-auto p-1")}
        >
          {shown.map((option, i) => (
            <button
              type="button"
              key={option.value}
              id={`${list}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              className={cn(menuItem, "w-full flex-wrap justify-between gap-x-4", i === active && "bg-hover")}
              ref={i === active ? (node) => node?.scrollIntoView({ block: "nearest" }) : undefined}
              onPointerEnter={() => setActive(i)}
              // Keeps the focus in the input, since blur would close the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(option.value)}
            >
              <span className="font-mono text-secondary">{option.label}</span>
              {option.help && <span className="text-label text-muted">{option.help}</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
