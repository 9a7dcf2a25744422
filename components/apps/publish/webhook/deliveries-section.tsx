"use client";

import { Braces, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Column } from "@/components/shared/data-table/column";
import { DataTable } from "@/components/shared/data-table/data-table";
import { pagedProps } from "@/components/shared/data-table/paged";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Badge, type Tone } from "@/components/ui/badge";
import { useAction } from "@/hooks/api/use-action";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { webhooks } from "@/lib/contract/webhooks/calls";
import type { WebhookDelivery } from "@/lib/contract/webhooks/schemas";
import { none, RunDetails } from "../run-details";
import { PayloadDialog } from "./payload-dialog";

type Shown = { label: string; tone: Tone };

const statuses: Record<Exclude<WebhookDelivery["status"], "started">, Shown> = {
  queued: { label: "Waiting", tone: "info" },
  invalid: { label: "Invalid input", tone: "danger" },
  failed: { label: "Failed to start", tone: "danger" },
};

const runStatuses: Record<NonNullable<WebhookDelivery["runStatus"]>, Shown> = {
  queued: { label: "Queued", tone: "info" },
  running: { label: "Running", tone: "info" },
  waiting: { label: "Needs response", tone: "warning" },
  completed: { label: "Completed", tone: "success" },
  cancelled: { label: "Canceled", tone: "neutral" },
  error: { label: "Failed", tone: "danger" },
};

function toShown({ status, runStatus }: WebhookDelivery): Shown {
  if (status !== "started") return statuses[status];
  return runStatus ? runStatuses[runStatus] : { label: "Started", tone: "neutral" };
}

const columnsOf = (slug: string): Column<WebhookDelivery>[] => [
  { key: "date", label: "Received", cell: ({ date }) => <RelativeTime date={date} /> },
  {
    key: "status",
    label: "Status",
    cell: (delivery) => {
      const { label, tone } = toShown(delivery);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  { key: "type", label: "Event", cell: ({ eventType }) => (eventType ? <span dir="auto">{eventType}</span> : none) },
  {
    key: "id",
    label: "ID",
    wide: true,
    card: true,
    cell: ({ eventId }) => (eventId ? <code className="wrap-anywhere">{eventId}</code> : none),
  },
  {
    key: "details",
    label: "Details",
    cell: ({ sessionId, error }) => <RunDetails slug={slug} sessionId={sessionId} error={error} />,
  },
];

const isOpen = ({ status, runStatus }: WebhookDelivery): boolean =>
  status === "queued" || runStatus === "queued" || runStatus === "running";

const whyNot = (hasPayload: boolean) => (hasPayload ? undefined : "Its payload is no longer kept.");

interface SectionProps {
  slug: string;
  publicationId: string;
  primary: ReactNode;
  /** Why no event can be sent again. */
  changeReason: string | undefined;
}

/** The events that a webhook has received. */
export function DeliveriesSection({ slug, publicationId, primary, changeReason }: SectionProps) {
  const [shown, setShown] = useState<string | null>(null);
  const params = { resourceSlug: slug, publicationId };
  const query = useInfiniteEndpoint(webhooks.deliveries, {
    params,
    query: { limit: 10 },
    items: (page) => page.deliveries,
    pollWhile: isOpen,
  });
  const resend = useAction(webhooks.resend, { success: "Run started.", invalidate: ["publications"] });
  const actionsOf = ({ _id, hasPayload, status }: WebhookDelivery) => [
    {
      label: "Show payload",
      icon: <Braces />,
      onSelect: () => setShown(_id),
      disabledReason: whyNot(hasPayload),
      opens: true,
    },
    {
      label: "Run again",
      icon: <RotateCw />,
      onSelect: () => void resend.run({ params: { ...params, webhookDeliveryId: _id } }),
      disabledReason: changeReason ?? (status === "queued" ? "It's still waiting." : whyNot(hasPayload)),
    },
  ];
  return (
    <>
      <DataTable
        level={4}
        title="Events"
        primary={primary}
        columns={columnsOf(slug)}
        getKey={({ _id }) => _id}
        getName={({ eventId, date }) => eventId ?? `event from ${date}`}
        actions={actionsOf}
        empty={
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-muted text-secondary">No events in the last 30 days.</p>
            {primary}
          </div>
        }
        {...pagedProps(query)}
      />
      <PayloadDialog slug={slug} webhookDeliveryId={shown} onClose={() => setShown(null)} />
    </>
  );
}
