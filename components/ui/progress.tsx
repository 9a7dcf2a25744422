"use client";

import { Indicator, Root } from "@radix-ui/react-progress";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";

const toneClasses = { accent: "bg-accent", success: "bg-success", warning: "bg-warning", danger: "bg-danger" };

interface ProgressProps extends Omit<ComponentProps<typeof Root>, "value"> {
  /** 0 to 100; null: indeterminate. */
  value: number | null;
  tone?: keyof typeof toneClasses;
}

/** Needs an `aria-label`. */
export function Progress({ value, tone = "accent", className, ...props }: ProgressProps) {
  const percent = value === null ? null : Math.min(100, Math.max(0, value));
  return (
    <Root
      value={percent}
      className={cn("relative h-1.5 w-full overflow-hidden rounded-full bg-default/10", className)}
      {...props}
    >
      <Indicator
        className={cn(
          "block h-full rounded-full transition-[width]",
          toneClasses[tone],
          percent === null && "w-1/4 animate-sweep",
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </Root>
  );
}
