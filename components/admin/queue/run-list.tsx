"use client";

import { ListChecks, OctagonX, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Column } from "@/components/shared/data-table/column";
import { DataTable } from "@/components/shared/data-table/data-table";
import { pagedProps } from "@/components/shared/data-table/paged";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { ListFilter } from "@/components/shared/page/list-filter";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Badge, type Tone } from "@/components/ui/badge";
import { useAction } from "@/hooks/api/use-action";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { admin } from "@/lib/contract/admin/calls";
import type { AdminRun } from "@/lib/contract/admin/schemas";
import { runStatusLabels } from "../labels";
import { TwoLines } from "../two-lines";

const tones: Record<AdminRun["status"], Tone> = { queued: "neutral", running: "info", waiting: "warning" };
const statuses = ["queued", "running", "waiting"] as const;

const columns: Column<AdminRun>[] = [
  {
    key: "team",
    label: "Team",
    cell: ({ teamName, orgName }) => <TwoLines first={teamName} second={orgName} />,
  },
  {
    key: "status",
    label: "Status",
    cell: ({ status, cancelRequested }) => (
      <span className="inline-flex flex-wrap gap-1">
        <Badge tone={tones[status]}>{runStatusLabels[status]}</Badge>
        {cancelRequested && <Badge tone="danger">Canceling</Badge>}
      </span>
    ),
  },
  { key: "attempt", label: "Attempt", align: "right", wide: true, cell: ({ attempt }) => attempt },
  {
    key: "worker",
    label: "Worker",
    wide: true,
    cell: ({ worker }) =>
      worker ? (
        <span className="block truncate font-mono text-label" title={worker}>
          {worker}
        </span>
      ) : (
        <span className="text-faint">None</span>
      ),
  },
  { key: "created", label: "Created", cell: ({ dateCreated }) => <RelativeTime date={dateCreated} /> },
];

/** Runs that have not ended, the oldest first. */
export function RunList() {
  const list = useListState();
  const [action, setAction] = useState<{ kind: "cancel" | "requeue"; run: AdminRun } | null>(null);
  const status = statuses.find((one) => one === list.filter("status"));
  const query = useInfiniteEndpoint(admin.runs, { query: status ? { status } : {}, items: ({ runs }) => runs });
  const close = () => setAction(null);
  const cancel = useAction(admin.cancelRun, { success: "Canceling run.", onSuccess: close });
  const requeue = useAction(admin.requeueRun, { success: "Run returned to the queue.", onSuccess: close });
  const actions = (run: AdminRun) => [
    {
      label: "Return to queue",
      icon: <Undo2 />,
      onSelect: () => setAction({ kind: "requeue", run }),
      disabledReason: run.status === "running" ? undefined : "Not assigned to a worker.",
    },
    { label: "Cancel", icon: <OctagonX />, danger: true, onSelect: () => setAction({ kind: "cancel", run }) },
  ];
  const stopping = action?.kind === "cancel";
  const params = { runId: action?.run._id ?? "" };
  return (
    <div className="min-w-0">
      <DataTable
        title="Runs"
        level={2}
        columns={columns}
        getKey={({ _id }) => _id}
        getName={({ _id, teamName }) => `${teamName}, ${_id}`}
        actions={actions}
        filters={
          <ListFilter
            label="Status"
            className="w-48 max-md:min-w-0"
            value={status}
            onChange={(value) => list.setFilter("status", value)}
            all="All statuses"
            options={statuses.map((one) => ({ value: one, label: runStatusLabels[one] }))}
          />
        }
        isFiltered={status !== undefined}
        onClear={() => list.setFilter("status", null)}
        empty={<EmptyState icon={ListChecks}>No runs are queued, running or waiting.</EmptyState>}
        {...pagedProps(query)}
      />
      <ConfirmDialog
        open={action !== null}
        onOpenChange={(open) => !open && close()}
        title={stopping ? "Cancel this run?" : "Return this run to the queue?"}
        description={
          stopping
            ? `This run belongs to the team “${action?.run.teamName ?? ""}”. Text generated so far is kept.`
            : `Any worker can resume the run from its last completed step. This counts as an interruption; a run fails after three.`
        }
        confirmLabel={stopping ? "Cancel run" : "Return"}
        destructive={stopping}
        pending={cancel.pending || requeue.pending}
        onConfirm={() => void (stopping ? cancel.run({ params }) : requeue.run({ params }))}
      />
    </div>
  );
}
