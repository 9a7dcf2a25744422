"use client";

import { useId } from "react";

export interface Choice<V extends string | number> {
  value: V;
  label: string;
  help?: string;
}

interface CheckListProps<V extends string | number> {
  /** Names the group. */
  title: string;
  choices: readonly Choice<V>[];
  chosen: readonly V[];
  onChange(chosen: V[]): void;
}

/** Any number of a few things, each with its box. */
export function CheckList<V extends string | number>({ title, choices, chosen, onChange }: CheckListProps<V>) {
  const toggle = (value: V, on: boolean) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value));
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium text-label text-muted">{title}</legend>
      {choices.map((choice) => (
        <Box key={choice.value} choice={choice} on={chosen.includes(choice.value)} toggle={toggle} />
      ))}
    </fieldset>
  );
}

interface BoxProps<V extends string | number> {
  choice: Choice<V>;
  on: boolean;
  toggle(value: V, on: boolean): void;
}

function Box<V extends string | number>({ choice: { value, label, help }, on, toggle }: BoxProps<V>) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        checked={on}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={({ target }) => toggle(value, target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="grid min-w-0 gap-0.5">
        <label htmlFor={id} dir="auto" className="text-body">
          {label}
        </label>
        {help && (
          <span id={`${id}-help`} className="text-muted text-secondary">
            {help}
          </span>
        )}
      </span>
    </div>
  );
}
