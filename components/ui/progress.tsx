import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";

const toneClasses = { accent: "bg-accent", success: "bg-success", warning: "bg-warning", danger: "bg-danger" };

interface ProgressProps extends ComponentProps<"div"> {
  /** 0 to 100; null: indeterminate. */
  value: number | null;
  tone?: keyof typeof toneClasses;
}

/** Needs an `aria-label`. */
export function Progress({ value, tone = "accent", className, ...props }: ProgressProps) {
  const percent = value === null ? null : Math.min(100, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={percent === null ? undefined : `${Math.round(percent)}%`}
      className={cn("relative h-1.5 w-full overflow-hidden rounded-full bg-default/10", className)}
      {...props}
    >
      <div
        className={cn(
          "block h-full rounded-full transition-[width]",
          toneClasses[tone],
          percent === null && "w-1/4 animate-sweep",
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
