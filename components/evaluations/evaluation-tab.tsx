"use client";

import { DataTable } from "@/components/shared/data-table/data-table";
import { FeedbackSection } from "@/components/shared/feedback/feedback-section";
import { usePermission } from "@/hooks/account/use-permission";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { testsets } from "@/lib/contract/testsets/calls";
import { ChartSection } from "./chart-section";
import { EmptyTests } from "./empty-tests";
import { editBit, type Tested } from "./labels";
import { NewSetButton } from "./sets/new-set-button";
import { testSetColumns } from "./test-set-columns";

/** The test sets of an agent or app, and the pass rate of its revisions. */
export function EvaluationTab({ slug, tested }: { slug: string; tested: Tested }) {
  const { why } = usePermission();
  const list = useEndpoint(testsets.list, {
    params: { resourceSlug: slug },
    query: { ...tested, limit: 100, sort: "name", dir: "asc" },
    pollWhile: (answer) => answer.testsets.some(({ lastEvaluation }) => lastEvaluation?.status === "running"),
  });
  const sets = list.data?.testsets;
  const create = <NewSetButton slug={slug} tested={tested} disabledReason={why(editBit(tested))} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <DataTable
          level={2}
          title="Test sets"
          columns={testSetColumns}
          items={sets}
          getKey={({ _id }) => _id}
          getName={({ name }) => name}
          href={({ _id }) => `/${slug}/testset/${_id}`}
          primary={sets && create}
          empty={<EmptyTests slug={slug} kind={"agentId" in tested ? "agent" : "app"} create={create} />}
          error={list.error ? errorMessage(list.error) : undefined}
          onRetry={() => void list.refetch()}
        />
      </div>
      {sets && <ChartSection slug={slug} sets={sets} />}
      <FeedbackSection slug={slug} tested={tested} />
    </div>
  );
}
