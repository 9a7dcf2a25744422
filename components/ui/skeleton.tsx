import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";

/** Say once, around all of them, that something loads: `aria-busy`. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return (
    <span aria-hidden className={cn("block h-4 animate-pulse rounded-mark bg-default/10", className)} {...props} />
  );
}
