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
      title="Compare chunking settings"
      description="Chunks and embeds your documents a second time, next to the current chunks. Run the test cases on both, then use the better one. Agents aren't affected until you do."
    >
      {error && !data && (
        <Banner tone="danger" action={{ label: "Try again", onSelect: () => void refetch() }}>
          The chunking comparison couldn't be loaded.
        </Banner>
      )}
      {!data && !error && <Skeleton className="h-9" />}
      {data?.trial && <TrialCard slug={slug} datasource={datasource} trial={data.trial} present={data.present} />}
      {data && !data.trial && <TrialStart slug={slug} datasource={datasource} />}
    </FormSection>
  );
}
