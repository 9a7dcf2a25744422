import Link from "next/link";
import type { Attempt } from "@/lib/contract/evaluations/results";
import { formatCost, formatDuration } from "@/lib/utils/text/format-figures";
import { checkLabel } from "../cases/check-types";
import { OutcomeBadge } from "./badges";
import { LabelButtons } from "./label-buttons";

interface AttemptCardProps {
  params: { resourceSlug: string; evaluationId: string };
  attempt: Attempt;
  disabledReason: string | undefined;
}

/** The answer of one attempt, and the results of its checks. */
export function AttemptCard({ params, attempt, disabledReason }: AttemptCardProps) {
  const { number, outcome, reason, checks, answer, sessionId, costUsd, durationMs } = attempt;
  const facts = [durationMs !== null && formatDuration(durationMs), costUsd !== null && formatCost(costUsd)];
  return (
    <li className="grid min-w-0 content-start gap-2 rounded-card border bg-surface p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 className="font-medium">Attempt {number}</h4>
        <OutcomeBadge outcome={outcome} sessionId={sessionId} />
        <span className="text-label text-muted tabular-nums">{facts.filter(Boolean).join(" · ")}</span>
        {sessionId && (
          <Link
            href={`/${params.resourceSlug}/session/${sessionId}/trace`}
            className="ml-auto text-accent text-secondary underline underline-offset-2"
          >
            Trace<span className="sr-only"> of attempt {number}</span>
          </Link>
        )}
      </div>
      {answer !== null && (
        <p
          dir="auto"
          className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-wrap rounded-control bg-sunken p-2"
        >
          {answer || "Empty answer"}
        </p>
      )}
      {checks.length === 0 && reason && <p className="wrap-anywhere text-muted text-secondary">{reason}</p>}
      {checks.length > 0 && (
        <ul className="grid gap-1.5">
          {checks.map((check, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a case may have equal checks
            <li key={i} className="grid gap-0.5 text-secondary">
              <span className="flex items-center gap-2">
                <OutcomeBadge outcome={check.outcome} /> {checkLabel(check.type)}
              </span>
              {check.reason && <span className="wrap-anywhere text-muted">{check.reason}</span>}
            </li>
          ))}
        </ul>
      )}
      {answer !== null && <LabelButtons params={params} attempt={attempt} disabledReason={disabledReason} />}
    </li>
  );
}
