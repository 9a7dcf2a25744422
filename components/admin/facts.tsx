import type { ReactNode } from "react";

type Fact = readonly [label: string, value: ReactNode];

interface FactsProps {
  title: string;
  /** Status badge next to the title. */
  badge?: ReactNode;
  facts: readonly Fact[];
  children?: ReactNode;
}

/** Facts about one part of the server. */
export function Facts({ title, badge, facts, children }: FactsProps) {
  return (
    <section className="min-w-0 rounded-card border bg-surface">
      <div className="flex min-h-11 items-center justify-between gap-3 border-b px-4">
        <h2 className="font-medium">{title}</h2>
        {badge}
      </div>
      <dl className="grid gap-y-2 px-4 py-3">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere min-w-0 text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {children && <p className="border-t px-4 py-3 text-muted text-secondary">{children}</p>}
    </section>
  );
}
