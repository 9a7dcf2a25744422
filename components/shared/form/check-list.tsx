"use client";

import { CheckField } from "./check-field";

export interface Choice<V extends string | number> {
  value: V;
  label: string;
  help?: string;
}

export interface CheckListProps<V extends string | number> {
  choices: readonly Choice<V>[];
  chosen: readonly V[];
  onChange(chosen: V[]): void;
}

/** One checkbox for each choice. */
export const CheckList = <V extends string | number>({ choices, chosen, onChange }: CheckListProps<V>) => (
  <div className="grid gap-2">
    {choices.map(({ value, label, help }) => (
      <CheckField
        key={value}
        label={label}
        help={help}
        checked={chosen.includes(value)}
        onChange={({ target }) => onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
      />
    ))}
  </div>
);

/** Choices by the id and name of something. */
export const toChoices = (all: readonly { id: string; name: string }[]): Choice<string>[] =>
  all.map(({ id, name }) => ({ value: id, label: name }));
