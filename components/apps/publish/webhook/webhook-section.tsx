"use client";

import { Settings2 } from "lucide-react";
import { useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { webhooks } from "@/lib/contract/webhooks/calls";
import { CallbacksSection } from "./callbacks-section";
import { DeliveriesSection } from "./deliveries-section";
import { ReplaceSecret } from "./replace-secret";

const WebhookForm = lazyPart(async () => (await import("./webhook-form")).WebhookForm);

interface SectionProps {
  slug: string;
  publicationId: string;
  name: string;
  /** Why events and settings cannot be seen. */
  readReason: string | undefined;
  changeReason: string | undefined;
}

/** The events of a publication's webhook, its callbacks and settings. */
export function WebhookSection({ slug, publicationId, name, readReason, changeReason }: SectionProps) {
  const [editing, setEditing] = useState(false);
  const params = { resourceSlug: slug, publicationId };
  const { data } = useEndpoint(webhooks.get, { params, enabled: editing });
  const close = () => setEditing(false);
  if (readReason) return <p className="text-muted text-secondary">{readReason}</p>;
  const settings = (
    <span className="flex flex-wrap gap-2">
      <ReplaceSecret params={params} name={name} disabledReason={changeReason} />
      <DisabledTooltip disabledReason={changeReason}>
        <Button size="sm" variant="outline" onClick={() => setEditing(true)}>
          <Settings2 aria-hidden /> Webhook settings
        </Button>
      </DisabledTooltip>
    </span>
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <DeliveriesSection slug={slug} publicationId={publicationId} primary={settings} changeReason={changeReason} />
      <CallbacksSection slug={slug} publicationId={publicationId} />
      <Dialog open={editing} onOpenChange={setEditing}>
        <DialogContent width="wide" title="Webhook settings" description="Configure input, response and callbacks.">
          <Lazy fallback={<Skeleton className="h-64" />}>
            {editing && data ? (
              <WebhookForm params={params} webhook={data.webhook} onClose={close} />
            ) : (
              <Skeleton className="h-64" />
            )}
          </Lazy>
        </DialogContent>
      </Dialog>
    </div>
  );
}
