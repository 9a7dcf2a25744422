"use client";

import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { DiscoveredStream, StreamConfig } from "@/lib/contract/datasources/settings";
import { cn } from "@/lib/utils/cn";
import { pluralize } from "@/lib/utils/text/pluralize";
import { streamDefaults } from "./stream-defaults";
import { StreamSettings } from "./stream-settings";

interface StreamRowProps {
  stream: DiscoveredStream;
  /** Undefined: the stream is not synced. */
  config: StreamConfig | undefined;
  onChange(config: StreamConfig | null): void;
}

function summary({ fields, mode, cursorField }: StreamConfig, stream: DiscoveredStream): string {
  const which = fields.length === 0 ? "all fields" : `${fields.length} of ${pluralize(stream.fields.length, "field")}`;
  const how = mode === "full" ? "full refresh" : `incremental${cursorField ? `, by ${cursorField}` : ""}`;
  return `${which}, ${how}`;
}

/** One stream: a checkbox, and its settings when expanded. */
export function StreamRow({ stream, config, onChange }: StreamRowProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <li className="grid grid-cols-1">
      <div className="flex min-w-0 items-center gap-3 px-3 py-2">
        <Checkbox
          id={id}
          checked={config !== undefined}
          onChange={(on) => onChange(on ? streamDefaults(stream) : null)}
        />
        <label htmlFor={id} className="grid min-w-0 flex-1">
          <span dir="auto" className="truncate" title={stream.name}>
            {stream.name}
          </span>
          <span className="truncate text-label text-muted">
            {config ? summary(config, stream) : pluralize(stream.fields.length, "field")}
          </span>
        </label>
        {config && (
          <button
            type="button"
            aria-expanded={open}
            aria-label={`Sync settings for ${stream.name}`}
            onClick={() => setOpen(!open)}
            className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-default"
          >
            <ChevronRight aria-hidden className={cn("size-4 transition-transform", open && "rotate-90")} />
          </button>
        )}
      </div>
      {config && open && <StreamSettings stream={stream} config={config} onChange={onChange} />}
    </li>
  );
}
