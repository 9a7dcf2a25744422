"use client";

import * as Primitive from "@radix-ui/react-collapsible";
import { ChevronRight } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";

export const Collapsible = Primitive.Root;
export const CollapsibleContent = Primitive.Content;

/** A line with a chevron that turns when it opens. */
export function CollapsibleTrigger({ className, children, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn(
        "group inline-flex max-w-full items-center gap-1.5 rounded-control text-left text-body hover:text-default",
        className,
      )}
      {...props}
    >
      <ChevronRight
        aria-hidden
        className="size-4 shrink-0 text-muted transition-transform group-data-[state=open]:rotate-90"
      />
      {children}
    </Primitive.Trigger>
  );
}
