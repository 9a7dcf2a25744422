import type { ReactNode } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Progress } from "@/components/ui/progress";
import type { Evaluation } from "@/lib/contract/evaluations/schemas";
import { formatCost } from "@/lib/utils/text/format-figures";
import { pluralize } from "@/lib/utils/text/pluralize";
import { formatShare } from "../labels";
import { RateBar } from "../rate-bar";

function Fact({ label, children, help }: { label: string; children: ReactNode; help?: string | undefined }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-label text-muted">{label}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
      {help && <dd className="text-muted text-secondary">{help}</dd>}
    </div>
  );
}

function describeCounts({ passed, failed, notMeasured }: Evaluation["rate"]): string {
  const measured = `${passed} of ${pluralize(passed + failed, "attempt")} passed.`;
  return notMeasured > 0 ? `${measured} ${notMeasured} not measured.` : measured;
}

/** Progress, pass rate and cost of an evaluation. */
export function Summary({ evaluation }: { evaluation: Evaluation }) {
  const { status, attempts, ended, rate, repeat, costUsd, estimatedCost, author, dateCreated } = evaluation;
  return (
    <section aria-label="Summary" className="grid gap-4 rounded-card border bg-surface p-4">
      {status === "running" && (
        <div className="grid gap-2">
          <p className="text-secondary tabular-nums">
            {ended} of {attempts} attempts
          </p>
          <Progress aria-label="Progress" value={(100 * ended) / Math.max(1, attempts)} />
        </div>
      )}
      <p role="status" className="sr-only">
        {status !== "running" && `Evaluation ended. Pass rate: ${formatShare(rate.passRate)}.`}
      </p>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label="Pass rate" help={describeCounts(rate)}>
          <RateBar rate={rate} />
        </Fact>
        {repeat > 1 && (
          <Fact
            label={`All ${repeat} attempts pass (pass^${repeat})`}
            help="The probability that a case passes every time."
          >
            {formatShare(rate.passAll)}
          </Fact>
        )}
        <Fact label="Cost" help={estimatedCost === null ? "No estimate." : `Estimated: ${formatCost(estimatedCost)}.`}>
          {costUsd === null ? "Unknown" : formatCost(costUsd)}
        </Fact>
        <Fact label="Started" help={author ? `by ${author}` : undefined}>
          <RelativeTime date={dateCreated} />
        </Fact>
      </dl>
    </section>
  );
}
