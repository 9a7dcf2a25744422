"use client";

import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils/cn";

interface DropZoneProps {
  /** The name of the file input. */
  label: string;
  /** The extensions that the dialog offers; default: any. */
  accept?: string;
  pending?: boolean;
  onFiles(files: FileList): void;
  /** Below the button, such as which files can be chosen. */
  children?: ReactNode;
}

/** Takes files that are dropped or chosen in a dialog. */
export function DropZone({ label, accept, pending, onFiles, children }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  const onDrag = (event: DragEvent, now: boolean): void => {
    event.preventDefault();
    setDragging(now);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same with the keyboard
    <div
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false);
        onFiles(event.dataTransfer.files);
      }}
      className={cn(
        "grid justify-items-center gap-3 rounded-card border border-strong border-dashed px-4 py-8 text-center transition-colors",
        dragging ? "bg-accent-tint" : "bg-sunken",
      )}
    >
      <Upload aria-hidden className="size-5 text-muted" />
      <p>
        Drop files here, or <span className="sr-only">choose them with the button below</span>
      </p>
      <Button variant="outline" loading={pending} onClick={() => input.current?.click()}>
        Choose files
      </Button>
      {children}
      <input
        ref={input}
        type="file"
        multiple
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          if (target.files) onFiles(target.files);
          target.value = "";
        }}
      />
    </div>
  );
}
