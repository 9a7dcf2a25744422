import { FileText, X } from "lucide-react";
import { Progress } from "@/components/ui/progress";
import type { Attachment } from "./use-attachments";

export function AttachmentChips({ files, onRemove }: { files: Attachment[]; onRemove(key: string): void }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Attached files" className="flex flex-wrap gap-1.5 px-1 pb-2">
      {files.map(({ key, name, id, progress }) => (
        <li
          key={key}
          className="relative flex h-7 max-w-60 items-center gap-1.5 overflow-hidden rounded-control bg-sunken px-2 text-label"
        >
          <FileText aria-hidden className="size-3.5 shrink-0 text-muted" />
          <span dir="auto" className="truncate">
            {name}
          </span>
          {id === null && <span className="text-muted tabular-nums">{progress}%</span>}
          <button type="button" aria-label={`Remove ${name}`} onClick={() => onRemove(key)}>
            <X className="size-3" />
          </button>
          {id === null && (
            <Progress aria-label={`Uploading ${name}`} value={progress} className="absolute inset-x-0 bottom-0 h-0.5" />
          )}
        </li>
      ))}
    </ul>
  );
}
