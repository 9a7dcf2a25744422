"use client";

import { Check, Copy } from "lucide-react";
import { cn } from "@/lib/utils/cn";
import { useCopy } from "./copy-button";

/** An id that copies itself on a click. */
export function IdBadge({ id, className }: { id: string; className?: string }) {
  const { state, copy } = useCopy();
  const Icon = state === "copied" ? Check : Copy;
  return (
    <button
      type="button"
      title="Copy ID"
      onClick={() => void copy(id)}
      className={cn(
        "relative z-10 inline-flex h-5 max-w-full items-center gap-1 rounded-mark border bg-sunken px-1.5 font-mono text-label text-muted hover:text-default",
        className,
      )}
    >
      <span className="truncate">{id}</span>
      <Icon aria-hidden className="size-3 shrink-0" />
      <span role="status" className="sr-only">
        {state === "copied" && "Copied"}
      </span>
    </button>
  );
}
