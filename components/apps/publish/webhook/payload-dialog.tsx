"use client";

import { CodeBlock } from "@/components/shared/markdown/code-block";
import { QueryError } from "@/components/shared/status/error-state";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { webhooks } from "@/lib/contract/webhooks/calls";

const maxShown = 50_000;

const format = (json: string): string => {
  const text = JSON.stringify(JSON.parse(json), null, 2);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
};

interface PayloadDialogProps {
  slug: string;
  /** Null: closed. */
  webhookDeliveryId: string | null;
  onClose(): void;
}

/** The payload of one event. */
export function PayloadDialog({ slug, webhookDeliveryId, onClose }: PayloadDialogProps) {
  return (
    <Dialog open={webhookDeliveryId !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent width="wide" title="Payload" description="The event's payload as JSON.">
        {webhookDeliveryId && <Payload params={{ resourceSlug: slug, webhookDeliveryId }} />}
      </DialogContent>
    </Dialog>
  );
}

function Payload({ params }: { params: { resourceSlug: string; webhookDeliveryId: string } }) {
  const { data, error, refetch } = useEndpoint(webhooks.payload, { params });
  if (error) return <QueryError error={error} refetch={refetch} />;
  if (!data) return <Skeleton className="h-64" />;
  return <CodeBlock code={format(data.payload.json)} language="json" />;
}
