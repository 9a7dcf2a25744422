"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { Banner } from "@/components/shared/banner";
import { FormSection } from "@/components/shared/form-section";
import { Skeleton } from "@/components/ui/skeleton";
import type { trials } from "@/lib/contract/calls/trials";
import type { Datasource } from "@/lib/contract/datasources";
import type { Answer } from "@/lib/contract/endpoint";
import { TrialCard } from "./trial-card";
import { TrialStart } from "./trial-start";

interface TrialSectionProps {
  slug: string;
  datasource: Datasource;
  query: UseQueryResult<Answer<typeof trials.get>>;
}

/** Another way to cut the documents, tried beside the present one before agents get to see it. */
export function TrialSection({ slug, datasource, query: { data, error, refetch } }: TrialSectionProps) {
  return (
    <FormSection
      title="Another chunking"
      description="The documents are cut and embedded a second time, beside the present chunks. Ask the test questions of both, then use the better one. Agents notice nothing until you do."
    >
      {error && !data && (
        <Banner tone="danger" action={{ label: "Try again", onSelect: () => void refetch() }}>
          Whether another chunking is tried could not be read.
        </Banner>
      )}
      {!data && !error && <Skeleton className="h-9" />}
      {data?.trial && <TrialCard slug={slug} datasource={datasource} trial={data.trial} present={data.present} />}
      {data && !data.trial && <TrialStart slug={slug} datasource={datasource} />}
    </FormSection>
  );
}
