"use client";

import { Activity, History, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { useBulkDelete } from "@/components/shared/dialogs/use-bulk-delete";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { EmptyList } from "@/components/shared/status/empty-list";
import { SessionStatus, statusLabel } from "@/components/shared/status/session-status";
import { Button } from "@/components/ui/button";
import { CutText } from "@/components/ui/cut-text";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { call } from "@/lib/api/browser";
import { sessionStatuses } from "@/lib/constants/statuses";
import { apps } from "@/lib/contract/apps/calls";
import { sessions } from "@/lib/contract/sessions/calls";
import type { Session } from "@/lib/contract/sessions/schemas";
import { formatCost, formatCount } from "@/lib/utils/text/format-figures";
import { DeleteSession } from "./delete-session";
import { RenameSession } from "./rename-session";

const triggerLabels: Partial<Record<Session["trigger"], string>> = {
  schedule: "Schedule",
  api: "API",
  webhook: "Webhook",
};

const formatStarter = (name: string | null, trigger: Session["trigger"]): string =>
  [name ?? (trigger === "chat" ? "Visitor" : undefined), triggerLabels[trigger]].filter(Boolean).join(" · ");

const columns: Column<Session>[] = [
  {
    key: "name",
    label: "Session",
    sort: "name",
    share: "max-xl:w-1/2",
    cell: ({ name, previewText }) => (
      <span className="block min-w-0">
        <CutText text={name} className="text-left" />
        <span dir="auto" className="block h-4 truncate text-left font-normal text-label text-muted">
          {previewText || "No messages yet"}
        </span>
      </span>
    ),
  },
  {
    key: "status",
    label: "Status",
    share: "max-xl:w-40",
    cell: ({ status, lastRun }) => <SessionStatus status={status} lastRun={lastRun} />,
  },
  { key: "app", label: "App", wide: true, cell: ({ appName }) => appName },
  {
    key: "who",
    label: "Started by",
    wide: true,
    card: true,
    cell: ({ createdByName, trigger }) => formatStarter(createdByName, trigger),
  },
  {
    key: "tokens",
    label: "Tokens",
    wide: true,
    align: "right",
    cell: ({ usage }) => formatCount(usage.inputTokens + usage.outputTokens),
  },
  { key: "cost", label: "Cost", wide: true, align: "right", cell: ({ usage }) => formatCost(usage.costUsd) },
  {
    key: "when",
    label: "Last activity",
    sort: "dateUpdated",
    cell: ({ lastUpdatedDate }) => <RelativeTime date={lastUpdatedDate} />,
  },
];

export function SessionHistory() {
  const slug = useTeamSlug();
  const router = useRouter();
  const state = useListState({ sort: "dateUpdated" });
  const statusParam = state.filter("status");
  const status = sessionStatuses.find((one) => one === statusParam);
  const appId = state.filter("appId") ?? "";
  const query = useInfiniteEndpoint(sessions.list, {
    params: { resourceSlug: slug },
    query: { ...state.query, ...(status ? { status } : {}), ...(appId ? { appId } : {}) },
    items: (page) => page.sessions,
  });
  const appsQuery = useEndpoint(apps.list, { params: { resourceSlug: slug }, query: { limit: 100, sort: "name" } });
  const [renaming, setRenaming] = useState<Session | null>(null);
  const [deleting, setDeleting] = useState<Session | null>(null);
  const bulk = useBulkDelete<Session>({
    kind: "session",
    consequence: "This also deletes all messages, files and traces.",
    disabledReason: undefined,
    invalidate: ["sessions"],
    remove: ({ _id }) => call(sessions.remove, { params: { resourceSlug: slug, sessionId: _id } }),
  });
  const filters = [
    {
      name: "appId",
      label: "App",
      className: "w-44",
      value: appId,
      all: "All apps",
      options: appsQuery.data?.apps.map(({ _id, name }) => ({ value: _id, label: name })),
    },
    {
      name: "status",
      label: "Status",
      className: "w-40",
      value: status,
      all: "All statuses",
      options: sessionStatuses.map((one) => ({ value: one, label: statusLabel(one) })),
    },
  ];
  return (
    <>
      <ResourceList
        title="Session history"
        columns={columns}
        href={({ _id }) => `/${slug}/session/${_id}`}
        actions={(session) => [
          {
            label: "Open trace",
            icon: <Activity />,
            onSelect: () => router.push(`/${slug}/session/${session._id}/trace`),
            opens: true,
          },
          { label: "Rename", icon: <Pencil />, onSelect: () => setRenaming(session) },
          { label: "Delete", icon: <Trash2 />, danger: true, onSelect: () => setDeleting(session) },
        ]}
        bulk={[bulk.action]}
        filters={filters}
        state={state}
        query={query}
        empty={
          <EmptyList
            icon={History}
            guide="first-agent"
            example="“Plan a trip to Bergen” in your travel app."
            action={
              <Button asChild>
                <Link href={`/${slug}/apps`}>Choose an app</Link>
              </Button>
            }
          >
            All sessions with your apps appear here. Open an app to start one.
          </EmptyList>
        }
      />
      {renaming && <RenameSession slug={slug} session={renaming} onDone={() => setRenaming(null)} />}
      {deleting && (
        <DeleteSession slug={slug} session={deleting} open onOpenChange={(open) => !open && setDeleting(null)} />
      )}
      {bulk.dialog}
    </>
  );
}
