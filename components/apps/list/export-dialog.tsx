"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { NewTabLink } from "@/components/shared/page/new-tab-link";
import { OutcomeGroups } from "@/components/shared/status/outcome-groups";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import type { ExportFormat } from "@/lib/constants/export-formats";
import type { App } from "@/lib/contract/apps/schemas";
import { transfers } from "@/lib/contract/transfers/calls";
import { exportApp } from "./export-app";
import { exportLabels, exportOutcomes } from "./export-labels";

interface ExportDialogProps {
  slug: string;
  /** Null: closed. */
  app: App | null;
  onClose(): void;
}

/** The choice of a format, with what an export for another system contains. */
export function ExportDialog({ slug, app, onClose }: ExportDialogProps) {
  return (
    <Dialog open={app !== null} onOpenChange={(open) => !open && onClose()}>
      {app && (
        <DialogContent title={`Export “${app.name}”`} description="Secrets and documents aren't exported.">
          <Choice slug={slug} app={app} onClose={onClose} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function Choice({ slug, app, onClose }: ExportDialogProps & { app: App }) {
  const [chosen, setChosen] = useState<ExportFormat>("muster");
  const [pending, setPending] = useState(false);
  const download = async () => {
    setPending(true);
    const isSaved = await exportApp(slug, app, chosen);
    setPending(false);
    if (isSaved) onClose();
  };
  return (
    <>
      <RadioGroup
        aria-label="Format"
        value={chosen}
        onChange={(value) => setChosen(exportLabels.find(({ format }) => format === value)?.format ?? "muster")}
      >
        {exportLabels.map(({ format, label, help }) => (
          <RadioItem key={format} card value={format} label={label} help={help} />
        ))}
      </RadioGroup>
      {chosen !== "muster" && <Report slug={slug} appId={app._id} format={chosen} />}
      <DialogFooter onCancel={onClose}>
        <Button loading={pending} onClick={() => void download()}>
          <Download aria-hidden /> Download
        </Button>
      </DialogFooter>
    </>
  );
}

interface ReportProps {
  slug: string;
  appId: string;
  format: ExportFormat;
}

function Report({ slug, appId, format }: ReportProps) {
  const { data, error } = useEndpoint(transfers.exportReport, {
    params: { resourceSlug: slug, appId },
    query: { format },
  });
  if (error) return <p role="alert">{errorMessage(error)}</p>;
  if (!data)
    return (
      <div aria-busy className="grid gap-2">
        {exportOutcomes.map(({ outcome }) => (
          <Skeleton key={outcome} className="h-10" />
        ))}
      </div>
    );
  return (
    <section aria-label="Report" className="grid grid-cols-1 gap-2">
      <OutcomeGroups key={format} outcomes={exportOutcomes} report={data.report} />
      <p className="text-muted text-secondary">
        The zip includes this report. <NewTabLink href="/guide/export">Read the guide</NewTabLink>
      </p>
    </section>
  );
}
