import type { ReactNode } from "react";
import type { Tone } from "@/components/ui/badge";
import { cn } from "@/lib/utils/cn";

const fills: Record<Tone, string> = {
  neutral: "bg-border-strong",
  accent: "bg-accent",
  success: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
  info: "bg-info",
};

interface StatusDotProps {
  tone: Tone;
  /** Something goes on. */
  live?: boolean;
  /** The word for it: a colour alone says nothing to some. */
  children: ReactNode;
  className?: string;
}

export function StatusDot({ tone, live = false, children, className }: StatusDotProps) {
  return (
    <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap", className)}>
      <span aria-hidden className={cn("size-2 shrink-0 rounded-full", fills[tone], live && "animate-pulse")} />
      {children}
    </span>
  );
}
