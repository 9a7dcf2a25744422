"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { variableNameMax, variableValueMax } from "@/lib/constants/limits";

interface VariableFieldsProps {
  value: Record<string, string>;
  onChange(value: Record<string, string>): void;
}

/** The values of variables in the test's session. */
export function VariableFields({ value, onChange }: VariableFieldsProps) {
  // Rows may have the same name while it is typed.
  const [rows, setRows] = useState(() => Object.entries(value));
  const change = (next: [string, string][]) => {
    setRows(next);
    onChange(Object.fromEntries(next.filter(([name]) => name.trim())));
  };
  const replace = (at: number, row: [string, string]) => change(rows.map((one, i) => (i === at ? row : one)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-label">Variables</legend>
      {rows.map(([name, text], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
        <div key={i} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] gap-2">
          <Input
            aria-label={`Name of variable ${i + 1}`}
            className="font-mono"
            maxLength={variableNameMax}
            value={name}
            onChange={({ target }) => replace(i, [target.value, text])}
          />
          <Input
            aria-label={`Value of variable ${i + 1}`}
            maxLength={variableValueMax}
            value={text}
            onChange={({ target }) => replace(i, [name, target.value])}
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove variable ${i + 1}`}
            onClick={() => change(rows.filter((_, at) => at !== i))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setRows([...rows, ["", ""]])}>
        <Plus aria-hidden /> Add variable
      </Button>
    </fieldset>
  );
}
