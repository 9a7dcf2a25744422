import type { ReactNode } from "react";
import { cn } from "@/lib/utils/cn";

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Facts about a record, in as many columns as `className` says. */
export function FactGrid({ facts, className }: { facts: readonly Fact[]; className: string }) {
  return (
    <dl className={cn("grid grid-cols-2 gap-x-6 gap-y-3 rounded-card border bg-surface p-4", className)}>
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-label text-muted">{label}</dt>
          <dd className="break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
