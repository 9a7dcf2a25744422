"use client";

import { LimitNote } from "@/components/shared/status/limit-note";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { FilePicker } from "./file-picker";
import { UploadProgress } from "./upload-progress";
import { useFiles } from "./use-files";
import { useUpload } from "./use-upload";

interface AddFilesProps {
  slug: string;
  datasource: Pick<Datasource, "_id" | "name">;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Uploads more files to a connection. */
export function AddFilesDialog({ slug, datasource, open, onOpenChange }: AddFilesProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        width="wide"
        title={`Add files to “${datasource.name}”`}
        description="Files are chunked and embedded like the others. A file with the same name replaces the existing one."
      >
        <AddFiles slug={slug} datasourceId={datasource._id} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function AddFiles({ slug, datasourceId, onDone }: { slug: string; datasourceId: string; onDone(): void }) {
  const files = useFiles();
  const upload = useUpload({
    slug,
    success: "Files uploaded. Processing…",
    navigate: false,
    onSuccess: onDone,
  });
  const { length: count } = files.sendable;
  return (
    <div className="grid grid-cols-1 gap-4">
      <FilePicker files={files} />
      <LimitNote error={upload.error} />
      {upload.pending && <UploadProgress percent={upload.progress} onStop={upload.stop} />}
      <DialogFooter onCancel={onDone}>
        <DisabledTooltip disabledReason={count === 0 ? "Choose at least one file first." : undefined}>
          <Button changes loading={upload.pending} onClick={() => void upload.send(files.sendable, { datasourceId })}>
            {count === 0 ? "Upload" : count === 1 ? "Upload file" : `Upload ${count} files`}
          </Button>
        </DisabledTooltip>
      </DialogFooter>
    </div>
  );
}
