"use client";

import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

interface ValueControl {
  label: string;
  invalid: boolean;
  value: string;
  onChange(value: string): void;
}

interface NamedValuesProps {
  value: Record<string, string>;
  /** `header`, `field`. */
  kind: string;
  /** An example name. */
  example: string;
  onChange(value: Record<string, string>): void;
  /** The message at a name. */
  getError?: (name: string) => string | undefined;
  children(control: ValueControl): ReactNode;
}

/** Named values, one per line. */
export function NamedValues({ value, kind, example, onChange, getError, children }: NamedValuesProps) {
  const [rows, setRows] = useState(() => Object.entries(value));
  const change = (next: [string, string][]) => {
    setRows(next);
    onChange(Object.fromEntries(next.filter(([name]) => name !== "")));
  };
  return (
    <div className="grid gap-2">
      {rows.map(([name, text], i) => {
        const error = getError?.(name);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no stable key while it is edited
          <div key={i} className="grid gap-1">
            <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
              <Input
                aria-label={`Name of ${kind} ${i + 1}`}
                className="font-mono text-secondary"
                placeholder={example}
                autoComplete="off"
                spellCheck={false}
                value={name}
                onChange={({ target }) => change(rows.map((row, at) => (at === i ? [target.value, row[1]] : row)))}
              />
              <div className="max-sm:order-3 max-sm:col-span-2">
                {children({
                  label: `Value of ${name || `${kind} ${i + 1}`}`,
                  invalid: error !== undefined,
                  value: text,
                  onChange: (next) => change(rows.map((row, at) => (at === i ? [row[0], next] : row))),
                })}
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
            {error && <p className="text-danger text-secondary">{error}</p>}
          </div>
        );
      })}
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => change([...rows, ["", ""]])}>
        <Plus aria-hidden /> Add {kind}
      </Button>
    </div>
  );
}
