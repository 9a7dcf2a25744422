"use client";

import { Banner } from "@/components/shared/status/banner";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { evaluations } from "@/lib/contract/evaluations/calls";
import { pluralize } from "@/lib/utils/text/pluralize";
import { describeRate, type Verdict } from "../labels";
import { AnswersDifference } from "./answers-difference";
import { ResultFilter, type Shown } from "./result-filter";
import { ResultRow } from "./result-row";

type Compared = ResponseBody<typeof evaluations.compare>;

const sentences: Record<Verdict, string> = {
  better: "Better: the pass rate is significantly higher.",
  same: "Same: the difference is within the noise. More attempts or cases could reveal a difference.",
  worse: "Worse: the pass rate is significantly lower.",
};
const tones = { better: "success", same: "info", worse: "danger" } as const;

function describeCases(cases: Compared["cases"]): string {
  const count = (verdict: Verdict) => cases.filter((one) => one.verdict === verdict).length;
  return `${pluralize(cases.length, "shared case")}: ${count("better")} better, ${count("same")} same, ${count("worse")} worse.`;
}

function isShown({ verdict, ours }: Compared["cases"][number], shown: Shown): boolean {
  if (shown === "changed") return verdict !== "same";
  return shown === "failed" ? ours.rate.failed > 0 : shown === "not_measured" ? ours.rate.notMeasured > 0 : true;
}

interface ComparisonProps {
  slug: string;
  evaluationId: string;
  otherId: string;
  shown: Shown;
  onShow(shown: Shown): void;
}

/** Two evaluations of a test set: the verdict, and the answers of each case side by side. */
export function Comparison({ slug, evaluationId, otherId, shown, onShow }: ComparisonProps) {
  const { data, error, refetch } = useEndpoint(evaluations.compare, {
    params: { resourceSlug: slug, evaluationId },
    query: { with: otherId },
    pollWhile: ({ ours, theirs }) => ours.status === "running" || theirs.status === "running",
  });
  if (error) return <QueryError error={error} refetch={refetch} />;
  if (!data) return <Skeleton className="h-60 rounded-card" />;
  const { verdict, ours, theirs } = data;
  const cases = data.cases.filter((one) => isShown(one, shown));
  return (
    <section aria-label="Comparison" className="grid grid-cols-1 gap-3">
      <Banner tone={tones[verdict]}>
        <p className="font-medium">{sentences[verdict]}</p>
        <p className="text-secondary">
          {theirs.label}: {describeRate(theirs.rate)}. {ours.label}: {describeRate(ours.rate)}.{" "}
          {describeCases(data.cases)}
        </p>
      </Banner>
      <ResultFilter shown={shown} onShow={onShow} hasChanges />
      <ul className="divide-y overflow-hidden rounded-card border bg-surface">
        {cases.length === 0 && <li className="px-4 py-8 text-center text-muted">No matching cases.</li>}
        {cases.map((one) => (
          <ResultRow key={one._id} result={one.ours} ended={ours.status !== "running"} verdict={one.verdict}>
            <AnswersDifference
              slug={slug}
              before={one.theirs}
              after={one.ours}
              labels={[`${theirs.label}, compared`, `${ours.label}, this evaluation`]}
            />
          </ResultRow>
        ))}
      </ul>
    </section>
  );
}
