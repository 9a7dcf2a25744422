"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { SecretInput } from "@/components/shared/secret-input";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

interface SecretValuesProps {
  value: Record<string, string>;
  /** `variable`, `header`. */
  kind: string;
  /** What a name looks like. */
  example: string;
  onChange(value: Record<string, string>): void;
  /** The message at a name, such as that its value must be entered again. */
  errorOf(name: string): string | undefined;
}

/** Secret values by their names, one a line. A stored one is its mask. */
export function SecretValues({ value, kind, example, onChange, errorOf }: SecretValuesProps) {
  const [rows, setRows] = useState(() => Object.entries(value));
  const change = (next: [string, string][]) => {
    setRows(next);
    onChange(Object.fromEntries(next.filter(([name]) => name !== "")));
  };
  return (
    <div className="grid gap-2">
      {rows.map(([name, secret], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else that stays while it is written
        <div key={i} className="grid gap-1">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
            <Input
              aria-label={`Name of ${kind} ${i + 1}`}
              className="font-mono text-secondary max-sm:col-span-1"
              placeholder={example}
              autoComplete="off"
              spellCheck={false}
              value={name}
              onChange={({ target }) => change(rows.map((row, at) => (at === i ? [target.value, row[1]] : row)))}
            />
            <div className="max-sm:order-3 max-sm:col-span-2">
              <SecretInput
                aria-label={`Value of ${name || `${kind} ${i + 1}`}`}
                aria-invalid={errorOf(name) !== undefined}
                value={secret}
                onChange={(text) => change(rows.map((row, at) => (at === i ? [row[0], text] : row)))}
              />
            </div>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove ${name || `${kind} ${i + 1}`}`}
              onClick={() => change(rows.filter((_, at) => at !== i))}
            >
              <X aria-hidden />
            </Button>
          </div>
          {errorOf(name) && <p className="text-danger text-secondary">{errorOf(name)}</p>}
        </div>
      ))}
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => change([...rows, ["", ""]])}>
        <Plus aria-hidden /> Add a {kind}
      </Button>
    </div>
  );
}
