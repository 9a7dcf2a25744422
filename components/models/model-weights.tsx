"use client";

import { CircleCheck, Download } from "lucide-react";
import { FormSection } from "@/components/shared/form/form-section";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Skeleton } from "@/components/ui/skeleton";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import type { FastembedModel } from "@/lib/constants/fastembed";
import { models } from "@/lib/contract/models/calls";
import type { Weights } from "@/lib/contract/models/schemas";
import { Permission } from "@/lib/permissions/bits";
import { WeightsProgress } from "./weights-progress";

interface Props {
  slug: string;
  model: FastembedModel;
}

/** Whether the files of a FastEmbed model are on the server, and their download. */
export function ModelWeights({ slug, model }: Props) {
  const { data, error, refetch } = useEndpoint(models.weights, { params: { resourceSlug: slug }, query: { model } });
  return (
    <FormSection title="Weights" description="Model files on this server, shared by all teams.">
      {data ? (
        <WeightsState slug={slug} model={model} weights={data.weights} />
      ) : error ? (
        <Banner tone="danger" action={{ label: "Try again", onSelect: () => void refetch() }}>
          {errorMessage(error)}
        </Banner>
      ) : (
        <Skeleton className="h-9" />
      )}
    </FormSection>
  );
}

function WeightsState({ slug, model, weights }: Props & { weights: Weights }) {
  const { why } = usePermission();
  const download = useAction(models.downloadWeights);
  const { state, folder, message } = weights;
  if (state === "downloading") return <WeightsProgress slug={slug} model={model} />;
  if (state === "present")
    return (
      <p className="flex items-start gap-2">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        <span className="min-w-0 break-words">
          On this server, in <code className="break-all font-mono text-secondary">{folder}</code>
        </span>
      </p>
    );
  const begin = () => void download.run({ params: { resourceSlug: slug }, body: { model } });
  const failed = state === "failed";
  return (
    <>
      {failed ? (
        <Banner tone="danger" className="break-words">
          {message}
        </Banner>
      ) : (
        <div className="grid gap-1">
          <p>Not downloaded yet. Download the weights to use this model.</p>
          <p className="break-words text-muted text-secondary">{message}</p>
        </div>
      )}
      <div>
        <DisabledTooltip disabledReason={why(Permission.EDIT_MODEL)}>
          <Button variant="outline" loading={download.pending} onClick={begin}>
            <Download aria-hidden /> {failed ? "Download again" : "Download"}
          </Button>
        </DisabledTooltip>
      </div>
    </>
  );
}
