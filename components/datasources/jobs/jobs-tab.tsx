"use client";

import { CircleStop, History } from "lucide-react";
import { DataTable } from "@/components/shared/data-table/data-table";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { pollMs, useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { airbyte } from "@/lib/contract/airbyte/calls";
import { datasources } from "@/lib/contract/datasources/calls";
import type { Datasource, DatasourceJob } from "@/lib/contract/datasources/outputs";
import { Permission } from "@/lib/permissions/bits";
import { isInProgress } from "../labels";
import { jobColumns } from "./job-columns";

const isOpen = ({ endedAt }: DatasourceJob): boolean => endedAt === null;

/** Uploads and syncs of a connection, newest first. */
export function JobsTab({ slug, datasource }: { slug: string; datasource: Datasource }) {
  const { why } = usePermission();
  const { data, error, refetch } = useEndpoint(airbyte.jobs, {
    params: { resourceSlug: slug },
    query: { datasourceId: datasource._id },
    refetchInterval: isInProgress(datasource) && pollMs,
    pollWhile: ({ jobs }) => jobs.some(isOpen),
  });
  const cancel = useAction(datasources.cancel, {
    success: "The job will be canceled after the current step.",
    invalidate: ["documents", "airbyte"],
  });
  const open = data?.jobs.some(isOpen) === true;
  return (
    <DataTable
      level={2}
      title="Jobs"
      columns={jobColumns}
      items={data?.jobs}
      getKey={({ id }) => id}
      getName={({ kind, startedAt }) => `${kind} ${startedAt ?? ""}`}
      primary={
        open && (
          <DisabledTooltip disabledReason={why(Permission.SYNC_DATASOURCE)}>
            <Button
              variant="outline"
              loading={cancel.pending}
              onClick={() => void cancel.run({ params: { resourceSlug: slug, datasourceId: datasource._id } })}
            >
              <CircleStop aria-hidden /> Cancel
            </Button>
          </DisabledTooltip>
        )
      }
      empty={<EmptyState icon={History}>No jobs yet.</EmptyState>}
      error={error ? errorMessage(error) : undefined}
      onRetry={() => void refetch()}
    />
  );
}
