"use client";

import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";
import { useControl } from "./control";
import { controlBox } from "./styles";

interface TextareaProps extends ComponentProps<"textarea"> {
  /** Lines up to which it grows; then it scrolls. */
  maxRows?: number;
}

/** Grows with its text (`field-sizing`); resizable by hand in browsers without it. */
export function Textarea({ className, rows = 3, maxRows = 16, style, ...props }: TextareaProps) {
  return (
    <textarea
      rows={rows}
      dir="auto"
      className={cn(controlBox, "field-sizing-content resize-y px-3 py-2", className)}
      style={{ minHeight: `calc(${rows} * 1lh + 1.125rem)`, maxHeight: `calc(${maxRows} * 1lh + 1.125rem)`, ...style }}
      {...props}
      {...useControl(props)}
    />
  );
}
