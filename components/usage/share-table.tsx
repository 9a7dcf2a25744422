import type { UsageShare } from "@/lib/contract/usage/schemas";
import { findAmount, formatMeasure, type Measure } from "./measures";

/** Usage by app, model, member or revision, most first. */
export function ShareTable({ title, rows, measure }: { title: string; rows: readonly UsageShare[]; measure: Measure }) {
  const sorted = [...rows].sort((a, b) => findAmount(measure, b) - findAmount(measure, a));
  const maxAmount = Math.max(1e-9, ...sorted.map((row) => findAmount(measure, row)));
  return (
    <section className="min-w-0 self-start rounded-card border bg-surface">
      <h2 className="border-b px-4 py-3 font-medium">{title}</h2>
      {sorted.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted text-secondary">No usage in this period.</p>
      ) : (
        <ul
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-96 divide-y overflow-y-auto focus-visible:-outline-offset-2"
        >
          {sorted.map((row) => (
            <li key={row._id ?? row.name} className="px-4 py-2">
              <p className="flex justify-between gap-4">
                <span dir="auto" className="truncate">
                  {row.name}
                </span>
                <span className="shrink-0 tabular-nums">{formatMeasure(measure, findAmount(measure, row))}</span>
              </p>
              <div aria-hidden className="mt-1 h-1 rounded-full bg-sunken">
                <div
                  className="h-full rounded-full bg-accent"
                  style={{ width: `${(100 * findAmount(measure, row)) / maxAmount}%` }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
