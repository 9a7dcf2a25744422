"use client";

import { usePermission } from "@/hooks/account/use-permission";
import type { CaseResult } from "@/lib/contract/evaluations/results";
import type { Evaluation } from "@/lib/contract/evaluations/schemas";
import { editBit } from "../labels";
import { AttemptCard } from "./attempt-card";
import { ResultFilter, type Shown } from "./result-filter";
import { ResultRow } from "./result-row";

interface ResultListProps {
  slug: string;
  evaluation: Evaluation;
  shown: Shown;
  onShow(shown: Shown): void;
}

const isShown = ({ rate }: CaseResult, shown: Shown): boolean =>
  shown === "failed" ? rate.failed > 0 : shown === "not_measured" ? rate.notMeasured > 0 : true;

/** The results of all cases and attempts. */
export function ResultList({ slug, evaluation, shown, onShow }: ResultListProps) {
  const disabledReason = usePermission().why(editBit(evaluation));
  const params = { resourceSlug: slug, evaluationId: evaluation._id };
  const cases = evaluation.cases.filter((one) => isShown(one, shown));
  return (
    <section aria-label="Results by case" className="grid grid-cols-1 gap-3">
      <ResultFilter shown={shown} onShow={onShow} hasChanges={false} />
      <ul className="divide-y overflow-hidden rounded-card border bg-surface">
        {cases.length === 0 && <li className="px-4 py-8 text-center text-muted">No matching cases.</li>}
        {cases.map((one) => (
          <ResultRow key={one._id} result={one} ended={evaluation.status !== "running"}>
            <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
              {one.attempts.map((attempt) => (
                <AttemptCard key={attempt._id} params={params} attempt={attempt} disabledReason={disabledReason} />
              ))}
            </ul>
          </ResultRow>
        ))}
      </ul>
    </section>
  );
}
