import type { UsageFigures } from "@/lib/contract/usage/schemas";
import { formatCost, formatCount } from "@/lib/utils/text/format-figures";
import { pluralize } from "@/lib/utils/text/pluralize";

/** The totals of the period. */
export function Totals({ totals }: { totals: UsageFigures }) {
  const { runs, calls, inputTokens, outputTokens, costUsd, unpricedCalls } = totals;
  const unpriced = unpricedCalls > 0 ? `plus ${pluralize(unpricedCalls, "call")} without a price` : undefined;
  const facts = [
    { label: "Runs", value: formatCount(runs) },
    { label: "Model calls", value: formatCount(calls) },
    { label: "Input tokens", value: formatCount(inputTokens) },
    { label: "Output tokens", value: formatCount(outputTokens) },
    { label: "Cost", value: formatCost(costUsd), note: unpriced },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-card border bg-surface p-4 sm:grid-cols-3 md:grid-cols-5">
      {facts.map(({ label, value, note }) => (
        <div key={label}>
          <dt className="text-label text-muted">{label}</dt>
          <dd className="font-semibold text-title tabular-nums">{value}</dd>
          {note && <dd className="text-label text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
