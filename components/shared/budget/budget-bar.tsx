import { Progress } from "@/components/ui/progress";
import type { BudgetState } from "@/lib/contract/budgets/schemas";
import { formatCost } from "@/lib/utils/text/format-figures";
import { pluralize } from "@/lib/utils/text/pluralize";

const counts = new Intl.NumberFormat("en");
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", timeZone: "UTC" });

type BudgetBarProps = Pick<BudgetState, "budget" | "spent" | "resetsAt">;

/** The month's spending against its budget, and when it resets; without a budget only the spending. */
export function BudgetBar({ budget, spent, resetsAt }: BudgetBarProps) {
  const { costUsd, tokens: used } = spent;
  if (!budget)
    return (
      <p className="text-muted text-secondary">
        This month: <span className="tabular-nums">{formatCost(costUsd)}</span> and{" "}
        <span className="tabular-nums">{pluralize(used, "token")}</span>. No budget set.
      </p>
    );
  return (
    <div className="grid gap-3">
      {budget.money !== null && <Measure label="Cost" spent={costUsd} limit={budget.money} format={formatCost} />}
      {budget.tokens !== null && <Measure label="Tokens" spent={used} limit={budget.tokens} format={counts.format} />}
      <p className="text-muted text-secondary">
        Resets <time dateTime={resetsAt}>{day.format(new Date(resetsAt))}</time> (UTC).
      </p>
    </div>
  );
}

interface MeasureProps {
  label: string;
  spent: number;
  limit: number;
  format(value: number): string;
}

const warnAt = 0.8;

function Measure({ label, spent, limit, format }: MeasureProps) {
  const share = spent / limit;
  const remaining = limit - spent;
  const state =
    remaining > 0 ? `${format(remaining)} left` : remaining < 0 ? `${format(-remaining)} over budget` : "used up";
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-secondary tabular-nums">
        <span>
          <span className="font-medium">{label}:</span> {format(spent)} of {format(limit)}
        </span>
        <span className={remaining > 0 ? "text-muted" : "text-danger"}>{state}</span>
      </div>
      <Progress
        aria-label={`${label} spent`}
        value={share * 100}
        tone={remaining <= 0 ? "danger" : share >= warnAt ? "warning" : "accent"}
      />
    </div>
  );
}
