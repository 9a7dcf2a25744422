"use client";

import { RotateCw } from "lucide-react";
import type { Column } from "@/components/shared/data-table/column";
import { DataTable } from "@/components/shared/data-table/data-table";
import { pagedProps } from "@/components/shared/data-table/paged";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Badge, type Tone } from "@/components/ui/badge";
import { useAction } from "@/hooks/api/use-action";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { webhooks } from "@/lib/contract/webhooks/calls";
import type { WebhookCallback } from "@/lib/contract/webhooks/schemas";
import { RunDetails } from "../run-details";

const statuses: Record<WebhookCallback["status"], { label: string; tone: Tone }> = {
  pending: { label: "Sending", tone: "info" },
  delivered: { label: "Delivered", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
};

const columnsOf = (slug: string): Column<WebhookCallback>[] => [
  { key: "date", label: "Created", cell: ({ date }) => <RelativeTime date={date} /> },
  {
    key: "status",
    label: "Status",
    cell: ({ status, httpStatus }) => (
      <span className="inline-flex items-center gap-2">
        <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
        {httpStatus !== null && <span className="text-muted tabular-nums">{httpStatus}</span>}
      </span>
    ),
  },
  { key: "attempts", label: "Attempts", align: "right", wide: true, cell: ({ attempts }) => attempts },
  {
    key: "details",
    label: "Details",
    cell: ({ sessionId, error, nextDate, status }) => (
      <RunDetails slug={slug} sessionId={sessionId} error={error}>
        {status === "pending" && error && nextDate && (
          <span className="text-muted">
            Next attempt <RelativeTime date={nextDate} upcoming />
          </span>
        )}
      </RunDetails>
    ),
  },
];

const isPending = ({ status, attempts }: WebhookCallback): boolean => status === "pending" && attempts === 0;

/** The requests that report ended runs; nothing while there are none. */
export function CallbacksSection({ slug, publicationId }: { slug: string; publicationId: string }) {
  const params = { resourceSlug: slug, publicationId };
  const query = useInfiniteEndpoint(webhooks.callbacks, {
    params,
    query: { limit: 10 },
    items: (page) => page.callbacks,
    pollWhile: isPending,
  });
  const resend = useAction(webhooks.resendCallback, { success: "Callback resent." });
  if (!query.items?.length && !query.error) return null;
  const actionsOf = ({ _id, status }: WebhookCallback) => [
    {
      label: "Resend",
      icon: <RotateCw />,
      onSelect: () => void resend.run({ params: { ...params, webhookCallbackId: _id } }),
      disabledReason: status === "pending" ? "It's still being retried." : undefined,
    },
  ];
  return (
    <DataTable
      level={4}
      title="Callbacks"
      columns={columnsOf(slug)}
      getKey={({ _id }) => _id}
      getName={({ date }) => `callback from ${date}`}
      actions={actionsOf}
      empty={null}
      {...pagedProps(query)}
    />
  );
}
