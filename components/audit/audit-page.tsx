"use client";

import { Download, ScrollText } from "lucide-react";
import { useState } from "react";
import type { Column } from "@/components/shared/data-table/column";
import { DataTable } from "@/components/shared/data-table/data-table";
import { pagedProps } from "@/components/shared/data-table/paged";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Button } from "@/components/ui/button";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { audit } from "@/lib/contract/audit/calls";
import { Permission } from "@/lib/permissions/bits";
import { kindLabel } from "@/lib/utils/text/kind-label";
import { AuditFilters, clearAuditFilters, toAuditFilter } from "./audit-filters";
import { EntryDialog, type NamedEntry } from "./entry-dialog";
import { changeVerb } from "./labels";

const columnsFor = (show: (entry: NamedEntry) => void): Column<NamedEntry>[] => [
  {
    key: "what",
    label: "Action",
    share: "max-xl:w-1/2",
    cell: (entry) => (
      <button
        type="button"
        dir="auto"
        className="block max-w-full truncate rounded-mark text-left font-medium hover:underline"
        onClick={() => show(entry)}
      >
        {changeVerb(entry)} {kindLabel(entry.kind)} “{entry.targetName}”
      </button>
    ),
  },
  {
    key: "who",
    label: "Actor",
    cell: ({ accountName, accountEmail, keyName }) => (
      <span dir="auto" className="block truncate" title={accountEmail}>
        {accountName}
        {keyName && <span className="text-muted"> with key “{keyName}”</span>}
      </span>
    ),
  },
  {
    key: "team",
    label: "Team",
    wide: true,
    cell: ({ teamId, teamName }) => (
      <span dir="auto" className="block truncate">
        {teamName ?? teamId ?? <span className="text-faint">None</span>}
      </span>
    ),
  },
  { key: "address", label: "IP address", wide: true, cell: ({ address }) => address },
  { key: "when", label: "Time", cell: ({ date }) => <RelativeTime date={date} /> },
];

/** The organization's audit log: who changed what, when, and from where. */
export function AuditPage() {
  const slug = useTeamSlug();
  const { has } = usePermission();
  const state = useListState();
  const [shown, setShown] = useState<NamedEntry | null>(null);
  const params = { resourceSlug: slug };
  const filter = toAuditFilter(state);
  const enabled = has(Permission.ORG_OWNER);
  const query = useInfiniteEndpoint(audit.list, {
    params,
    query: filter,
    items: ({ entries, names }) => entries.map((entry): NamedEntry => ({ ...entry, names })),
    enabled,
  });
  const choices = useEndpoint(audit.list, { params, query: { limit: 1 }, enabled });
  if (!enabled) return <EmptyState icon={ScrollText}>Only the organization's owner can view the audit log.</EmptyState>;
  const search = new URLSearchParams(filter);
  const file = (name: string, label: string) => (
    <Button asChild variant="outline">
      <a href={`/${slug}/${name}?${search}`} download>
        <Download aria-hidden />
        {label}
      </a>
    </Button>
  );
  return (
    <>
      <DataTable
        title="Audit log"
        headsFrom="lg"
        columns={columnsFor(setShown)}
        getKey={({ _id }) => _id}
        getName={(entry) => `${changeVerb(entry)} ${entry.targetName}`}
        primary={
          <>
            {file("audit.csv", "Export CSV")}
            {file("audit-export.json", "Export JSON")}
          </>
        }
        filters={<AuditFilters state={state} people={choices.data?.people ?? []} kinds={choices.data?.kinds ?? []} />}
        isFiltered={search.size > 0}
        onClear={() => clearAuditFilters(state)}
        empty={
          <EmptyState icon={ScrollText} example="Ada updated the agent “Support” on Monday at 9:14 AM.">
            Changes in the organization appear here with the actor, IP address, time and previous values.
          </EmptyState>
        }
        {...pagedProps(query)}
      />
      <EntryDialog entry={shown} onClose={() => setShown(null)} />
    </>
  );
}
