"use client";

import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { Progress } from "@/components/ui/progress";
import { useAction } from "@/hooks/use-action";
import { useEndpoint } from "@/hooks/use-endpoint";
import { usePermission } from "@/hooks/use-permission";
import type { FastembedModel } from "@/lib/constants/fastembed";
import { models } from "@/lib/contract/calls/models";
import { Permission } from "@/lib/permissions/bits";
import { formatBytes } from "@/lib/utils/bytes";

const askAgainMs = 1_000;

interface Props {
  slug: string;
  model: FastembedModel;
}

/** A download while it goes on. What it asks again and again is shown by whoever shows the rest of it as well. */
export function WeightsProgress({ slug, model }: Props) {
  const { why } = usePermission();
  const params = { resourceSlug: slug };
  const { data } = useEndpoint(models.weights, { params, query: { model }, refetchInterval: askAgainMs });
  const cancel = useAction(models.cancelDownload);
  if (!data) return null;
  const { receivedBytes, totalBytes, message } = data.weights;
  const known = totalBytes !== null && totalBytes > 0;
  const so = known ? `${formatBytes(receivedBytes)} of ${formatBytes(totalBytes)}` : formatBytes(receivedBytes);
  return (
    <div className="grid gap-3">
      <Progress value={known ? (100 * receivedBytes) / totalBytes : null} aria-label={`Downloading ${model}`} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-secondary tabular-nums">{message ?? `Downloading: ${so}`}</p>
        {!message && (
          <Explained why={why(Permission.EDIT_MODEL)}>
            <Button
              variant="outline"
              size="sm"
              loading={cancel.pending}
              onClick={() => void cancel.run({ params, body: { model } })}
            >
              Cancel
            </Button>
          </Explained>
        )}
      </div>
    </div>
  );
}
