import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";

/** Set `aria-busy` once, on the element around all skeletons. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return (
    <span aria-hidden className={cn("block h-4 animate-pulse rounded-mark bg-default/10", className)} {...props} />
  );
}
