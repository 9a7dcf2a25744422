"use client";

import { type Ref, useId, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { Chips } from "@/components/ui/chips";
import { Input } from "@/components/ui/input";
import type { HttpOperation } from "@/lib/contract/tools/outputs";

interface OperationChoiceProps {
  /** The document's operations; undefined before it is read. */
  operations: HttpOperation[] | undefined;
  chosen: readonly string[];
  onChange(ids: string[]): void;
  /** Focused when the value is invalid. */
  ref?: Ref<HTMLDivElement>;
}

const maxShown = 200;

/** Operations of a document, to choose from. */
export function OperationChoice({ operations, chosen, onChange, ref }: OperationChoiceProps) {
  const base = useId();
  const [text, setText] = useState("");
  const drop = (id: string) => onChange(chosen.filter((one) => one !== id));
  if (!operations)
    return (
      <div ref={ref} tabIndex={-1} className="outline-none">
        {chosen.length > 0 ? (
          <Chips items={chosen.map((id) => ({ value: id, label: id }))} onRemove={drop} />
        ) : (
          <p className="text-muted text-secondary">Load a document from a URL or paste it, then load its operations.</p>
        )}
      </div>
    );
  const wanted = text.trim().toLowerCase();
  const matching = operations.filter(({ id, path, summary }) =>
    `${id} ${path} ${summary}`.toLowerCase().includes(wanted),
  );
  return (
    <div ref={ref} tabIndex={-1} className="grid gap-2 outline-none">
      <p className="text-muted text-secondary">
        {chosen.length} of {operations.length} selected
      </p>
      {operations.length > 8 && (
        <Input
          aria-label="Search operations"
          placeholder="Search operations"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <ul className="max-h-96 divide-y overflow-auto rounded-control border">
        {matching.slice(0, maxShown).map(({ id, method, path, summary, deprecated, callable, problems }) => (
          <li key={id}>
            <label htmlFor={`${base}-${id}`} className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-2.5 p-3">
              <Checkbox
                id={`${base}-${id}`}
                className="mt-0.5"
                checked={chosen.includes(id)}
                disabled={!callable}
                onChange={(on) => (on ? onChange([...chosen, id]) : drop(id))}
              />
              <span className="grid gap-0.5">
                <span className="flex flex-wrap items-center gap-2">
                  <span className="wrap-anywhere font-mono text-secondary">
                    {method} {path}
                  </span>
                  {deprecated && <Badge tone="warning">Deprecated</Badge>}
                </span>
                <span className="wrap-anywhere text-muted text-secondary">{summary}</span>
                {problems[0] && <span className="wrap-anywhere text-secondary text-warning">{problems[0]}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {matching.length > maxShown && (
        <p className="text-muted text-secondary">The first {maxShown} are shown. Search to find more.</p>
      )}
    </div>
  );
}
