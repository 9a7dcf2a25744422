"use client";

import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Progress } from "@/components/ui/progress";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import type { FastembedModel } from "@/lib/constants/fastembed";
import { models } from "@/lib/contract/models/calls";
import { Permission } from "@/lib/permissions/bits";
import { formatBytes } from "@/lib/utils/text/bytes";

const pollMs = 1_000;

interface Props {
  slug: string;
  model: FastembedModel;
}

/** The progress of a download. It polls a query whose other fields the parent shows. */
export function WeightsProgress({ slug, model }: Props) {
  const { why } = usePermission();
  const params = { resourceSlug: slug };
  const { data } = useEndpoint(models.weights, { params, query: { model }, refetchInterval: pollMs });
  const cancel = useAction(models.cancelDownload);
  if (!data) return null;
  const { receivedBytes, totalBytes, message } = data.weights;
  const hasTotal = totalBytes !== null && totalBytes > 0;
  const progressText = hasTotal
    ? `${formatBytes(receivedBytes)} of ${formatBytes(totalBytes)}`
    : formatBytes(receivedBytes);
  return (
    <div className="grid gap-3">
      <Progress value={hasTotal ? (100 * receivedBytes) / totalBytes : null} aria-label={`Downloading ${model}`} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-secondary tabular-nums">{message ?? `Downloading: ${progressText}`}</p>
        {!message && (
          <DisabledTooltip disabledReason={why(Permission.EDIT_MODEL)}>
            <Button
              variant="outline"
              size="sm"
              loading={cancel.pending}
              onClick={() => void cancel.run({ params, body: { model } })}
            >
              Cancel
            </Button>
          </DisabledTooltip>
        )}
      </div>
    </div>
  );
}
