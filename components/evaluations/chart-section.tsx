"use client";

import { useState } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import { QueryError } from "@/components/shared/status/error-state";
import { OptionSelect } from "@/components/ui/option-select";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { evaluations } from "@/lib/contract/evaluations/calls";
import type { TestSetSummary } from "@/lib/contract/testsets/schemas";
import { toChartPoints } from "./chart-points";
import { RevisionChart } from "./revision-chart";

/** Pass rates of one test set by revision: results of different sets can't be compared. */
export function ChartSection({ slug, sets }: { slug: string; sets: readonly TestSetSummary[] }) {
  const [chosenId, setChosenId] = useState<string>();
  const run = sets.filter(({ lastEvaluation }) => lastEvaluation);
  const set = run.find(({ _id }) => _id === chosenId) ?? run[0];
  const list = useEndpoint(evaluations.list, {
    params: { resourceSlug: slug },
    query: { testsetId: set?._id ?? "", limit: 100 },
    enabled: set !== undefined,
  });
  if (!set) return null;
  const points = toChartPoints(list.data?.evaluations ?? []);
  return (
    <FormSection
      title="Pass rate by revision"
      description="The latest evaluation of each revision, with its 95% confidence interval."
    >
      {run.length > 1 && (
        <OptionSelect
          aria-label="Test set"
          className="w-64 max-w-full"
          value={set._id}
          onChange={setChosenId}
          options={run.map(({ _id, name }) => ({ value: _id, label: name }))}
        />
      )}
      {list.error ? (
        <QueryError error={list.error} refetch={list.refetch} />
      ) : !list.data ? (
        <Skeleton className="h-44" />
      ) : points.length === 0 ? (
        <p className="text-muted text-secondary">No applied revision has been evaluated yet.</p>
      ) : (
        <RevisionChart points={points} />
      )}
    </FormSection>
  );
}
