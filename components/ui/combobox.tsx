"use client";

import { ComboboxList } from "./combobox-list";
import { type ComboboxBaseProps, ComboboxShell } from "./combobox-shell";

interface ComboboxProps extends ComboboxBaseProps {
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
    <ComboboxShell
      {...props}
      label={placeholder}
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
    </ComboboxShell>
  );
}
