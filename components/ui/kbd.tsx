import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";

export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-mark border bg-sunken px-1 font-sans text-label text-muted",
        className,
      )}
      {...props}
    />
  );
}
