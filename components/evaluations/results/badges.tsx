import { Badge } from "@/components/ui/badge";
import { Spinner } from "@/components/ui/spinner";
import type { Attempt, EvaluationSummary } from "@/lib/contract/evaluations/results";
import { outcomeDisplays, statusDisplays, type Verdict, verdictDisplays } from "../labels";

export function StatusBadge({ status }: Pick<EvaluationSummary, "status">) {
  const { label, tone, icon: Icon } = statusDisplays[status];
  return (
    <Badge tone={tone}>
      {Icon ? <Icon /> : <Spinner className="size-3" />} {label}
    </Badge>
  );
}

export function OutcomeBadge({ outcome, sessionId = null }: Pick<Attempt, "outcome"> & Partial<Attempt>) {
  if (!outcome && !sessionId) return <Badge>Waiting</Badge>;
  if (!outcome)
    return (
      <Badge tone="info">
        <Spinner className="size-3" /> Running
      </Badge>
    );
  const { label, tone, icon: Icon } = outcomeDisplays[outcome];
  return (
    <Badge tone={tone}>
      {Icon && <Icon />} {label}
    </Badge>
  );
}

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { label, tone } = verdictDisplays[verdict];
  return <Badge tone={tone}>{label}</Badge>;
}
