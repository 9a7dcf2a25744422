"use client";

import { CheckField } from "@/components/shared/form/check-field";

interface Choice<V extends string | number> {
  value: V;
  label: string;
  help?: string;
}

interface CheckListProps<V extends string | number> {
  /** Label of the group. */
  title: string;
  choices: readonly Choice<V>[];
  chosen: readonly V[];
  onChange(chosen: V[]): void;
}

/** A group of checkboxes. */
export function CheckList<V extends string | number>({ title, choices, chosen, onChange }: CheckListProps<V>) {
  const toggle = (value: V, on: boolean) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value));
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium text-label text-muted">{title}</legend>
      {choices.map((choice) => (
        <CheckField
          key={choice.value}
          label={choice.label}
          help={choice.help}
          checked={chosen.includes(choice.value)}
          onChange={({ target }) => toggle(choice.value, target.checked)}
        />
      ))}
    </fieldset>
  );
}
