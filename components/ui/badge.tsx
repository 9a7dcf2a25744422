import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";

const styles = cva(
  "inline-flex h-5 max-w-full items-center gap-1 whitespace-nowrap rounded-full border px-2 font-medium text-label [&>svg]:size-3 [&>svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "bg-sunken text-muted",
        accent: "border-accent-border bg-accent-tint text-accent",
        success: "border-success-border bg-success-tint text-success",
        warning: "border-warning-border bg-warning-tint text-warning",
        danger: "border-danger-border bg-danger-tint text-danger",
        info: "border-info-border bg-info-tint text-info",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type Tone = NonNullable<VariantProps<typeof styles>["tone"]>;

export function Badge({ tone, className, ...props }: ComponentProps<"span"> & { tone?: Tone }) {
  return <span className={cn(styles({ tone }), className)} {...props} />;
}
