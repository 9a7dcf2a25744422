"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { cases } from "@/lib/contract/cases/calls";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import type { Retriever } from "@/lib/contract/datasources/retrieval";
import type { Trial } from "@/lib/contract/trials/schemas";
import { sameJson } from "@/lib/utils/json/same-json";
import { CaseAdd } from "./case-add";
import { CaseScores } from "./case-scores";
import { CaseTable } from "./case-table";
import { useCaseRuns } from "./use-case-runs";

interface CaseListProps {
  slug: string;
  datasource: Datasource;
  /** The last query. */
  question: string | undefined;
  saved: Retriever;
  other: Retriever;
  /** A trial of another chunking that can be queried as well. */
  trial: Trial | undefined;
}

function describeRuns(comparesRetrievers: boolean, hasTrial: boolean): string {
  if (comparesRetrievers && hasTrial)
    return "Compares saved settings, edited settings, and edited settings with the new chunking settings.";
  if (hasTrial) return "Compares the current and the new chunking settings.";
  if (comparesRetrievers) return "Compares saved and edited settings.";
  return "Uses the saved settings. Edit the settings or compare chunking settings below to see the difference.";
}

/** Test questions with their expected documents. Runs compare two retrievers, two chunkings, or both. */
export function CaseList({ slug, datasource, question, saved, other, trial }: CaseListProps) {
  const params = { resourceSlug: slug, datasourceId: datasource._id };
  const { data, error, refetch } = useEndpoint(cases.list, { params });
  const { columns, run, pending, failure } = useCaseRuns(params);
  const [lastSettings, setLastSettings] = useState<string>();
  const items = data?.cases ?? [];
  const comparesRetrievers = !sameJson(saved, other);
  const compared = { saved, other: comparesRetrievers ? other : undefined, trial: trial?.dateCreated };
  const settings = JSON.stringify([compared, datasource.chunking]);
  const stale = lastSettings !== undefined && lastSettings !== settings;
  const start = () => {
    setLastSettings(settings);
    void run(compared);
  };
  return (
    <FormSection
      title="Test cases"
      description="Questions with the documents they should find. Run them before you change retrieval or chunking: a change that helps one question can hurt others."
    >
      {error && (
        <Banner tone="danger" action={{ label: "Try again", onSelect: () => void refetch() }}>
          The test cases couldn't be loaded.
        </Banner>
      )}
      <CaseAdd params={params} question={question} />
      {failure && <Banner tone="danger">{failure}</Banner>}
      {items.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-muted text-secondary">
              {describeRuns(comparesRetrievers, trial !== undefined)}
              {stale && (
                <span className="text-warning">
                  {" "}
                  These results don't reflect your changes. Run the test cases again.
                </span>
              )}
            </p>
            <DisabledTooltip
              disabledReason={datasource.recordCount.succeeded === 0 ? "No documents are stored yet." : undefined}
            >
              <Button loading={pending} onClick={start}>
                <Play aria-hidden /> Run {items.length === 1 ? "test case" : `all ${items.length}`}
              </Button>
            </DisabledTooltip>
          </div>
          {columns.length > 0 && <CaseScores columns={columns} />}
          <CaseTable params={params} items={items} columns={columns} />
        </>
      )}
    </FormSection>
  );
}
