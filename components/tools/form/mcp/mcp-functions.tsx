"use client";

import { type Ref, useId } from "react";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import type { McpTool } from "@/lib/contract/tools/kinds/mcp";

interface McpFunctionsProps {
  functions: McpTool[];
  allowed: readonly string[];
  /** Functions that need approval. */
  approval: readonly string[];
  onAllowed(names: string[]): void;
  onApproval(names: string[]): void;
  /** Focused when the value is invalid. */
  ref?: Ref<HTMLDivElement>;
}

const toggle = (names: readonly string[], name: string, on: boolean): string[] =>
  on ? [...names.filter((one) => one !== name), name] : names.filter((one) => one !== name);

/** Selects functions of a server. Destructive ones need approval by default. */
export function McpFunctions({ functions, allowed, approval, onAllowed, onApproval, ref }: McpFunctionsProps) {
  const base = useId();
  if (functions.length === 0)
    return (
      <div ref={ref} tabIndex={-1} className="text-muted text-secondary outline-none">
        Enter the URL above and load the server's functions.
      </div>
    );
  const choose = ({ name, destructive }: McpTool, on: boolean) => {
    onAllowed(toggle(allowed, name, on));
    if (on && destructive) onApproval(toggle(approval, name, true));
    if (!on) onApproval(toggle(approval, name, false));
  };
  return (
    <div ref={ref} tabIndex={-1} className="grid gap-2 outline-none">
      <p className="text-muted text-secondary">
        {allowed.length} of {functions.length} selected
      </p>
      <ul className="divide-y rounded-control border">
        {functions.map((tool) => {
          const { name, title, description, readOnly, destructive } = tool;
          const on = allowed.includes(name);
          return (
            <li key={name} className="grid gap-1.5 p-3">
              <label htmlFor={`${base}-${name}`} className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-2.5">
                <Checkbox
                  id={`${base}-${name}`}
                  className="mt-0.5"
                  checked={on}
                  onChange={(next) => choose(tool, next)}
                />
                <span className="grid gap-0.5">
                  <span className="flex flex-wrap items-center gap-2 text-body">
                    <span className="wrap-anywhere font-mono text-secondary">{name}</span>
                    {title && title !== name && <span className="text-muted text-secondary">{title}</span>}
                    {readOnly && <Badge>Read-only</Badge>}
                    {destructive && <Badge tone="warning">Can make changes</Badge>}
                  </span>
                  <span className="wrap-anywhere line-clamp-3 text-muted text-secondary">{description}</span>
                </span>
              </label>
              {on && (
                <label
                  htmlFor={`${base}-${name}-ask`}
                  className="ml-6.5 flex cursor-pointer items-center gap-2 justify-self-start text-secondary"
                >
                  <Checkbox
                    id={`${base}-${name}-ask`}
                    checked={approval.includes(name)}
                    onChange={(next) => onApproval(toggle(approval, name, next))}
                  />
                  Require approval
                </label>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
