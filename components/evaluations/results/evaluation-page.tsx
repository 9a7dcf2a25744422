"use client";

import { PageHeader } from "@/components/shared/page/page-header";
import { Banner } from "@/components/shared/status/banner";
import { PageError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { useSidebarSection } from "@/hooks/page/use-sidebar-section";
import { useTitle } from "@/hooks/page/use-title";
import { errorMessage } from "@/lib/api/api-error";
import { evaluations } from "@/lib/contract/evaluations/calls";
import { StatusBadge } from "./badges";
import { CompareSelect } from "./compare-select";
import { Comparison } from "./comparison";
import { EvaluationActions } from "./evaluation-actions";
import { parseShown } from "./result-filter";
import { ResultList } from "./result-list";
import { Summary } from "./summary";

/** The page of an evaluation. It is live while the evaluation runs. */
export function EvaluationPage({ evaluationId }: { evaluationId: string }) {
  const slug = useTeamSlug();
  const { filter, setFilter } = useListState();
  const { data, error, refetch } = useEndpoint(evaluations.get, {
    params: { resourceSlug: slug, evaluationId },
    pollWhile: ({ evaluation }) => evaluation.status === "running",
  });
  const evaluation = data?.evaluation;
  useSidebarSection(evaluation && (evaluation.agentId ? "/agents" : "/apps"));
  useTitle(evaluation && `${evaluation.label} · ${evaluation.testset.name} · Muster`);
  if (error && !evaluation)
    return (
      <PageError
        title="Evaluation"
        error={error}
        refetch={refetch}
        back={{ href: `/${slug}/agents`, label: "Agents" }}
      />
    );
  if (!evaluation)
    return (
      <div aria-busy className="mx-auto grid max-w-list gap-4">
        <PageHeader title={<Skeleton className="h-6 w-48" />} />
        <Skeleton className="h-32 rounded-card" />
        <Skeleton className="h-60 rounded-card" />
      </div>
    );
  const otherId = filter("with") ?? "";
  const show = {
    shown: parseShown(filter("show")),
    onShow: (shown: string) => setFilter("show", shown === "all" ? null : shown),
  };
  return (
    <div className="mx-auto grid max-w-list grid-cols-1 gap-4">
      <PageHeader
        back={{ href: `/${slug}/testset/${evaluation.testset._id}`, label: evaluation.testset.name }}
        title={
          <>
            {evaluation.label} <StatusBadge status={evaluation.status} />
          </>
        }
        description={`Revision ${evaluation.testsetRevision} of the test set`}
        record={evaluation}
        actions={<EvaluationActions slug={slug} evaluation={evaluation} />}
      />
      {error && (
        <Banner tone="danger" action={{ label: "Try again", onSelect: () => void refetch() }}>
          {errorMessage(error)}
        </Banner>
      )}
      {evaluation.reason && (
        <Banner tone={evaluation.status === "error" ? "danger" : "warning"}>{evaluation.reason}</Banner>
      )}
      {evaluation.pendingApply && <Banner>The change will take effect once all required tests pass.</Banner>}
      <Summary evaluation={evaluation} />
      <CompareSelect
        slug={slug}
        evaluation={evaluation}
        value={otherId}
        onChange={(id) => setFilter("with", id || null)}
      />
      {otherId ? (
        <Comparison slug={slug} evaluationId={evaluationId} otherId={otherId} {...show} />
      ) : (
        <ResultList slug={slug} evaluation={evaluation} {...show} />
      )}
    </div>
  );
}
