"use client";

import { Chips } from "./chips";
import { ComboboxList } from "./combobox-list";
import { type ComboboxBaseProps, ComboboxShell } from "./combobox-shell";

interface MultiComboboxProps extends ComboboxBaseProps {
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
      <ComboboxShell
        {...props}
        label={placeholder}
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
      </ComboboxShell>
      <Chips
        items={value.map((one) => ({ value: one, label: labelOf(one) }))}
        onRemove={(one) => onChange(without(one))}
      />
    </div>
  );
}
