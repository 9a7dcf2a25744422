"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/shared/page/page-header";
import { QueryError } from "@/components/shared/status/error-state";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { usage } from "@/lib/contract/usage/calls";
import { DayChart } from "./day-chart";
import { type Measure, measureLabel, measures } from "./measures";
import { ShareTable } from "./share-table";
import { Totals } from "./totals";

const periodDays = [7, 30, 90, 365] as const;
const dayMs = 86_400_000;
const firstDay = (days: number) => new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10);

/** The team's usage by day, app, model and member. */
export function UsagePage() {
  const slug = useTeamSlug();
  const [days, setDays] = useState<number>(30);
  const [chosen, setMeasure] = useState<Measure>();
  const from = firstDay(days);
  const { data, error, refetch } = useEndpoint(usage.get, { params: { resourceSlug: slug }, query: { from } });
  const measure = chosen ?? (data?.totals.costUsd === 0 ? "tokens" : "cost");
  return (
    <div className="mx-auto w-full max-w-list space-y-6">
      <PageHeader
        title="Usage"
        description="Your team's runs, tokens and cost per day (UTC). Includes deleted items."
        actions={
          <Button asChild variant="outline">
            <a href={`/${slug}/usage.csv?from=${from}`} download>
              <Download aria-hidden />
              Export CSV
            </a>
          </Button>
        }
      />
      <div className="flex flex-wrap justify-between gap-3">
        <Segmented
          label="Period"
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          options={periodDays.map((value) => ({
            value: String(value),
            label: value === 365 ? "1 year" : `${value} days`,
          }))}
        />
        <Segmented
          label="Measure"
          value={measure}
          onChange={(value) => setMeasure(value)}
          options={measures.map((value) => ({ value, label: measureLabel[value] }))}
        />
      </div>
      {error ? (
        <QueryError error={error} refetch={refetch} />
      ) : data ? (
        <>
          <Totals totals={data.totals} />
          <DayChart days={data.days} measure={measure} />
          <div className="grid gap-6 lg:grid-cols-2">
            <ShareTable title="Apps" rows={data.apps} measure={measure} />
            <ShareTable title="Models" rows={data.models} measure={measure} />
            <ShareTable title="Members" rows={data.members} measure={measure} />
            <ShareTable
              title="Agent revisions"
              rows={data.agents.map(({ revision, ...agent }) => ({
                ...agent,
                _id: `${agent._id}-${revision}`,
                name: `${agent.name}, revision ${revision}`,
              }))}
              measure={measure}
            />
          </div>
        </>
      ) : (
        <div className="space-y-6">
          <Skeleton className="h-20" />
          <Skeleton className="h-64" />
          <Skeleton className="h-48" />
        </div>
      )}
    </div>
  );
}
