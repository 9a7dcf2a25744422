"use client";

import { CircleAlert, FileText, X } from "lucide-react";
import { DropZone } from "@/components/shared/pickers/drop-zone";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils/cn";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { ChosenFile, Files } from "./use-files";

/** Chooses files by drag and drop or by a dialog, and lists those that cannot be uploaded. */
export function FilePicker({ files }: { files: Files }) {
  const { chosen, sendable, add, remove, maxFileBytes } = files;
  const rejected = chosen.length - sendable.length;
  return (
    <div className="grid grid-cols-1 gap-3">
      <DropZone label="Files" onFiles={add}>
        <p className="max-w-reading text-balance text-muted text-secondary">
          PDF, Word, PowerPoint, Excel, CSV, text, Markdown, HTML, JSON, EPUB, OpenDocument text and email
          {maxFileBytes !== undefined && `, up to ${formatBytes(maxFileBytes)} each`}.
        </p>
      </DropZone>
      {chosen.length > 0 && (
        <>
          <p role="status" className="text-secondary">
            {pluralize(sendable.length, "file")}, {formatBytes(sendable.reduce((sum, { size }) => sum + size, 0))}
            {rejected > 0 && (
              <span className="text-danger">
                {" "}
                · {pluralize(rejected, "file")} can't be uploaded and will be skipped
              </span>
            )}
          </p>
          <ul aria-label="Selected files" className="max-h-80 divide-y overflow-y-auto rounded-card border">
            {chosen.map((one) => (
              <FileRow key={one.file.name} chosen={one} onRemove={() => remove(one.file.name)} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function FileRow({ chosen: { file, problem }, onRemove }: { chosen: ChosenFile; onRemove(): void }) {
  const Icon = problem ? CircleAlert : FileText;
  return (
    <li className="flex items-center gap-3 py-1 pr-1 pl-3">
      <Icon aria-hidden className={cn("size-4 shrink-0", problem ? "text-danger" : "text-muted")} />
      <span className="grid min-w-0 flex-1 py-1">
        <span dir="auto" className="truncate" title={file.name}>
          {file.name}
        </span>
        {problem && <span className="text-danger text-label">{problem}</span>}
      </span>
      <span className="shrink-0 text-label text-muted tabular-nums">{formatBytes(file.size)}</span>
      <Button variant="ghost" size="icon" className="size-8" aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </li>
  );
}
