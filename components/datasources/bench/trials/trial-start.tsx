"use client";

import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { FormActions } from "@/components/shared/form/form-section";
import { atLimit, LimitNote } from "@/components/shared/status/limit-note";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { trialDays } from "@/lib/constants/datasources";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { trials } from "@/lib/contract/trials/calls";
import { Permission } from "@/lib/permissions/bits";
import { isSameChunking } from "@/lib/utils/same-chunking";
import { formatBytes } from "@/lib/utils/text/bytes";
import { isInProgress } from "../../labels";
import { ChunkingFields } from "../../setup/chunking-fields";
import { useDatasourceForm } from "../../setup/form";
import { chunkingLabel } from "./trial-labels";

interface TrialStartProps {
  slug: string;
  datasource: Datasource;
}

const findStartProblem = (datasource: Datasource): string | undefined => {
  if (isInProgress(datasource)) return "Documents are being processed. Wait until they are done.";
  if (datasource.recordCount.succeeded === 0) return "No documents are stored yet.";
  return datasource.embeddingModelId ? undefined : "Choose an embedding model in the settings first.";
};

/** Chooses the chunking of a trial. */
export function TrialStart({ slug, datasource }: TrialStartProps) {
  const { why } = usePermission();
  const [open, setOpen] = useState(false);
  if (open) return <TrialForm slug={slug} datasource={datasource} onClose={() => setOpen(false)} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-secondary">
        <span className="text-muted">Current: </span>
        {chunkingLabel(datasource.chunking)}
      </p>
      <DisabledTooltip disabledReason={why(Permission.EDIT_DATASOURCE) ?? findStartProblem(datasource)}>
        <Button variant="outline" onClick={() => setOpen(true)}>
          <FlaskConical aria-hidden /> Compare chunking settings
        </Button>
      </DisabledTooltip>
    </div>
  );
}

function TrialForm({ slug, datasource, onClose }: TrialStartProps & { onClose(): void }) {
  const form = useDatasourceForm(datasource);
  const start = useAction(trials.start, {
    form,
    success: "Comparison started.",
    invalidate: ["plans"],
    onError: atLimit,
  });
  const chosen = form.watch("chunking");
  const same = isSameChunking(datasource.chunking, chosen);
  const submit = form.handleSubmit(async ({ chunking }) => {
    await start.run({ params: { resourceSlug: slug, datasourceId: datasource._id }, body: { chunking } });
  });
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <ChunkingFields form={form} />
      <p className="max-w-reading text-muted text-secondary">
        The comparison's text and vectors count toward your plan's storage, like the current chunks (
        {formatBytes(datasource.storageBytes)}). The embedding provider may charge for text that it hasn't embedded
        before. After {trialDays} days, the comparison is deleted automatically.
      </p>
      <LimitNote error={start.error} />
      <FormActions>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <DisabledTooltip
          disabledReason={same ? "Documents already use these chunking settings. Change something first." : undefined}
        >
          <Button type="submit" loading={start.pending}>
            <FlaskConical aria-hidden /> Compare
          </Button>
        </DisabledTooltip>
      </FormActions>
    </form>
  );
}
