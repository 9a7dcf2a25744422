"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { Banner } from "@/components/shared/banner";
import { FormSection } from "@/components/shared/form-section";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { useEndpoint } from "@/hooks/use-endpoint";
import { cases } from "@/lib/contract/calls/cases";
import type { Datasource } from "@/lib/contract/datasources";
import type { Retriever } from "@/lib/contract/retrieval";
import { CaseAdd } from "./case-add";
import { CaseScores } from "./case-scores";
import { CaseTable } from "./case-table";
import { isSame } from "./retriever-default";
import { useCaseRuns } from "./use-case-runs";

interface CaseListProps {
  slug: string;
  datasource: Datasource;
  /** The question that was asked last. */
  question: string | undefined;
  saved: Retriever;
  other: Retriever;
}

/** Test questions with the documents that they should find, asked of two retrievers side by side. */
export function CaseList({ slug, datasource, question, saved, other }: CaseListProps) {
  const params = { resourceSlug: slug, datasourceId: datasource._id };
  const { data, error, refetch } = useEndpoint(cases.list, { params });
  const { runs, run, pending, failure } = useCaseRuns(params);
  const [before, setBefore] = useState<{ saved: Retriever; other: Retriever }>();
  const listed = data?.cases ?? [];
  const compares = !isSame(saved, other);
  const stale = before !== undefined && !(isSame(before.saved, saved) && isSame(before.other, other));
  const start = () => {
    setBefore({ saved, other });
    void run(saved, compares ? other : undefined);
  };
  return (
    <FormSection
      title="Test questions"
      description="Questions with the documents that they should find. Run them before agents look another way: a change that helps one question may lose three."
    >
      {error && (
        <Banner tone="danger" action={{ label: "Try again", onSelect: () => void refetch() }}>
          The test questions could not be read.
        </Banner>
      )}
      <CaseAdd params={params} question={question} />
      {failure && <Banner tone="danger">{failure}</Banner>}
      {listed.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-muted text-secondary">
              {compares
                ? "Asks the saved retriever and the one beside."
                : "Asks the saved retriever. Change the one beside to compare."}
              {stale && <span className="text-warning"> The figures are of before your change.</span>}
            </p>
            <Explained why={datasource.recordCount.succeeded === 0 ? "No document is stored yet." : undefined}>
              <Button loading={pending} onClick={start}>
                <Play aria-hidden /> Run {listed.length === 1 ? "it" : `all ${listed.length}`}
              </Button>
            </Explained>
          </div>
          {runs && <CaseScores runs={runs} />}
          <CaseTable params={params} listed={listed} runs={runs} />
        </>
      )}
    </FormSection>
  );
}
