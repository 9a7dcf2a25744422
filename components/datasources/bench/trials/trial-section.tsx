"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { FormSection } from "@/components/shared/form/form-section";
import { Banner } from "@/components/shared/status/banner";
import { Skeleton } from "@/components/ui/skeleton";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import type { trials } from "@/lib/contract/trials/calls";
import { TrialCard } from "./trial-card";
import { TrialStart } from "./trial-start";

interface TrialSectionProps {
  slug: string;
  datasource: Datasource;
  query: UseQueryResult<ResponseBody<typeof trials.get>>;
}

/** A trial of another chunking, while agents keep using the current one. */
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
