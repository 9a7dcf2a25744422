import type { Rate } from "@/lib/contract/evaluations/results";
import { formatInterval, formatShare } from "./labels";

const toPercent = (share: number): string => `${share * 100}%`;

/** The pass rate as a bar; the band shows the confidence interval. */
export function RateBar({ rate: { passRate, interval } }: { rate: Rate }) {
  if (passRate === null) return <span className="text-muted">Not measured</span>;
  return (
    <span className="grid w-36 max-w-full gap-1">
      <span className="flex items-baseline justify-between gap-2 whitespace-nowrap">
        <span className="font-medium tabular-nums">{formatShare(passRate)}</span>
        {interval && (
          <span className="text-label text-muted tabular-nums" title="95% confidence interval">
            <span className="sr-only">95% confidence interval </span>
            {formatInterval(interval)}
          </span>
        )}
      </span>
      <span aria-hidden className="relative block h-1.5 overflow-hidden rounded-full bg-default/10">
        <span className="absolute inset-y-0 left-0 rounded-full bg-success" style={{ width: toPercent(passRate) }} />
        {interval && (
          <span
            className="absolute inset-y-0 border-default/60 border-r-2 border-l-2 bg-default/15"
            style={{ left: toPercent(interval.low), width: toPercent(interval.high - interval.low) }}
          />
        )}
      </span>
    </span>
  );
}
