"use client";

import { Plus, X } from "lucide-react";
import { TagsInput } from "@/components/shared/form/tags-input";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { type ParameterRow, type ParameterType, parameterTypes } from "./parameter-rows";

/** The name of a row, and the text of an empty list. */
export interface ParameterLabels {
  one: string;
  none: string;
}

interface ParameterListProps {
  rows: ParameterRow[];
  labels: ParameterLabels;
  onChange(rows: ParameterRow[]): void;
}

const emptyRow: ParameterRow = { name: "", type: "string", description: "", required: true, options: [] };

/** A list of parameters to edit. */
export function ParameterList({ rows, labels: { one, none }, onChange }: ParameterListProps) {
  const change = (at: number, part: Partial<ParameterRow>) =>
    onChange(rows.map((row, i) => (i === at ? { ...row, ...part } : row)));
  return (
    <div className="grid gap-3">
      {rows.length === 0 && <p className="text-muted text-secondary">{none}</p>}
      <ul className="grid gap-3 empty:hidden">
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no stable key while it is edited
          <li key={i} className="grid gap-2 rounded-control border bg-canvas p-3">
            <div className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
              <Input
                aria-label={`Name of ${one} ${i + 1}`}
                className="basis-full font-mono text-secondary sm:basis-auto"
                placeholder="name"
                autoComplete="off"
                spellCheck={false}
                maxLength={64}
                value={row.name}
                onChange={({ target }) => change(i, { name: target.value })}
              />
              <OptionSelect
                aria-label={`Type of ${row.name || `${one} ${i + 1}`}`}
                className="w-40 shrink-0 max-sm:flex-1"
                value={row.type}
                options={parameterTypes}
                onChange={(type) => change(i, { type: type as ParameterType })}
              />
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove ${row.name || `${one} ${i + 1}`}`}
                onClick={() => onChange(rows.filter((_, at) => at !== i))}
              >
                <X aria-hidden />
              </Button>
            </div>
            <Input
              aria-label={`Description of ${row.name || `${one} ${i + 1}`}`}
              placeholder="Description for the model"
              maxLength={1_000}
              value={row.description}
              onChange={({ target }) => change(i, { description: target.value })}
            />
            {row.type === "choice" && <TagsInput value={row.options} onChange={(options) => change(i, { options })} />}
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside */}
            <label className="flex items-center gap-2 justify-self-start text-secondary">
              <Checkbox checked={row.required} onChange={(required) => change(i, { required })} />
              Required
            </label>
          </li>
        ))}
      </ul>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => onChange([...rows, emptyRow])}>
        <Plus aria-hidden /> Add {one}
      </Button>
    </div>
  );
}
